package io.lockstep.examples.planted.transport.ice;

import org.ice4j.ice.CandidateType;

/** Knows the library that one class is to know. */
public final class LooseIce {

    final CandidateType[] forbidden = {};
}
