/**
 * {@code lockstep replay}: plays, verifies, describes, searches and compares recordings of matches.
 */
package io.lockstep.examples.replay;
