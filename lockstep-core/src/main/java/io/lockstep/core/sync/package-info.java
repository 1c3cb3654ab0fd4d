/**
 * State as bytes: how a game writes it, and the checksums that tell two peers' states apart.
 */
package io.lockstep.core.sync;
