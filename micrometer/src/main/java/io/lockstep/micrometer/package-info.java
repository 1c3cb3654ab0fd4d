/**
 * The figures of a match as meters of Micrometer.
 */
package io.lockstep.micrometer;
