package io.lockstep.core.internal.game;

import io.lockstep.core.game.Batching;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.game.Redundancy;

/**
 * How inputs leave.
 *
 * @param batching     whether frames wait for company
 * @param redundancy   how often an input is sent
 * @param protocolMode binary or JSON
 * @param unpaced      whether frames run as fast as inputs arrive
 */
public record SendSettings(Batching batching, Redundancy redundancy, ProtocolMode protocolMode, boolean unpaced) {
}
