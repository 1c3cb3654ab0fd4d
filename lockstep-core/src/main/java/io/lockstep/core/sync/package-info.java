/**
 * How a game writes its state, and what a report says where two peers' states differ.
 */
@NullMarked
package io.lockstep.core.sync;

import org.jspecify.annotations.NullMarked;
