package io.lockstep.testkit;

import io.lockstep.core.session.FrameInputProbe;
import java.util.List;

/** As {@link PlantedFaultsIT}, for inputs that travel once each. */
class FrameInputFaultsIT extends FaultsToFind {

    private static final String SINGLE = "internal/link/FrameInputExchange.java";
    private static final String TESTIMONY = "internal/link/Testimony.java";

    FrameInputFaultsIT() {
        super(FrameInputProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return List.of(
            new Mutant("send an input once more in a window").foundBy("gap")
                .in("internal/link/WindowExchange.java", "final long first = rehearses || alone ? end : owed;",
                    "final long first = rehearses ? end : owed;"),
            new Mutant("send a command without what it says").foundBy("pauses")
                .in(SINGLE, "log.command(player, frame) != Command.NONE",
                    "log.command(player, frame) == Integer.MAX_VALUE"),
            new Mutant("take an input behind a gap for the missing one").foundBy("gap")
                .in(SINGLE, "if (frame == SerialNumber.OUTSIDE || frame > next) {",
                    "if (frame == SerialNumber.OUTSIDE) {")
                .in(SINGLE, "if (frame == log.next(player)) {", "if (frame >= log.next(player)) {"),
            new Mutant("forget the event beside an input").foundBy("two bytes")
                .in(SINGLE, "if (theirs.eventLength() > 0) {", "if (theirs.eventLength() > 64) {"),
            new Mutant("swap the bytes of an input").foundBy("whole state")
                .in(SINGLE, "(byte) (theirs.inputs() >>> i * Byte.SIZE);",
                    "(byte) (theirs.inputs() >>> (inputBytes - 1 - i) * Byte.SIZE);"),
            new Mutant("send FrameInputs to who does not take them").foundBy("one-sided")
                .in("internal/protocol/WireSupport.java", "return capabilities() & other.capabilities();",
                    "return capabilities() | other.capabilities();"),
            new Mutant("hand on frames of which the inputs of the first player alone are known")
                .foundBy("handed on, two players")
                .in(TESTIMONY, "final long next = log.next(players);", "final long next = log.next(players[0]);"),
            new Mutant("take one peer's word for inputs of all players but the first")
                .foundBy("handed on, two witnesses")
                .in(TESTIMONY, "if (frame < log.next(owner.players)) {", "if (frame < log.next(owner.players[0])) {")
                .in(TESTIMONY, "if ((agreed || alone) && frame == log.next(owner.players)) {",
                    "if ((agreed || alone) && frame == log.next(owner.players[0])) {"),
            new Mutant("inflate a state that nobody wants").foundBy("whole state")
                .in("session/Inbound.java", "return type != MessageType.STATE_SYNC && (type",
                    "return (type"));
    }
}
