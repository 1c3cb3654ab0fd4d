package io.lockstep.core.session;

import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.input.InputLog;
import io.lockstep.core.sync.ChecksumLog;

/** The parts of one session that others are made of. */
record SessionParts(InputLog log, ChecksumLog checksums, LocalInputs localInputs, EventQueue events, Link[] links,
                    Link[] linkOfPeer, Wire wire, RelayExchange relays, WindowExchange windows, LinkSurvey survey,
                    FrameOrders orders, FrameClock clock, Sampling sampling, InputDelayController delays) {
}
