/**
 * How a game writes its state, and what a report says where two peers' states differ.
 */
package io.lockstep.core.sync;
