/**
 * {@code lockstep stat}: looks at a match that another process plays.
 */
package io.lockstep.examples.stat;
