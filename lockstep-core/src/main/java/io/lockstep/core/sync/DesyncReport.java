package io.lockstep.core.sync;

import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one peer found out about a difference between its state and another peer's. Pure data: what to do with it is the
 * application's business.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @param matchId        the match
 * @param localPeer      who wrote this
 * @param peer           whose state differs
 * @param checkFrame     after which frame the difference was noticed
 * @param localChecksum  CRC32 of our state after it
 * @param remoteChecksum CRC32 of the other's
 * @param verdict        what the checksums of all members say, when this was written
 * @param firstDifference where the histories of both part; it names no frame when that could not be found out
 * @param localCause     what simulating again says here
 * @param remoteCause    what the other peer says that it says there
 * @param stateFrame     after which frame the states below were taken: that of the first difference, or the next one
 *                       that both keep; {@link FirstDifference#NONE} if there are none
 * @param section        the section that differs first, as far as it is known; null if it is not
 * @param difference     the first field in which the states differ; null if it is not known
 * @param localState     our state; null if it was not kept
 * @param remoteState    the other's; null if it was not kept or did not come
 * @param inputsFrom     the first frame of the inputs below
 * @param inputs         what we executed from there to the check frame, a line for each frame
 * @param note           what kept more from being found out, for a person; empty if nothing did
 * @param walk           writes our state once more, with its names; null if no scratch game takes it
 * @since 0.1.0
 */
public record DesyncReport(long matchId, int localPeer, int peer, long checkFrame, int localChecksum,
                           int remoteChecksum, Verdict verdict, FirstDifference firstDifference, DesyncCause localCause,
                           DesyncCause remoteCause, long stateFrame, @Nullable String section,
                           @Nullable FieldDifference difference, @Nullable KeptState localState,
                           @Nullable KeptState remoteState, long inputsFrom, List<String> inputs, String note,
                           @Nullable Consumer<StateWriter> walk) {

    /**
     * The first frame after which the states differ, as far as that is known.
     *
     * @return that of the first difference, the check frame if it was not found
     */
    public long frame() {
        return firstDifference.frame() == FirstDifference.NONE ? checkFrame : firstDifference.frame();
    }

    /**
     * All of it that fits a line.
     *
     * @return such as {@code frame 41: the states after it differ, the inputs do not; first field: ships.x[3], 5 here,
     *         7 at peer 1; two members, no majority}
     */
    public String line() {
        final StringBuilder text = new StringBuilder("frame ").append(Math.max(0, frame()));
        if (frame() < 0) {
            text.append(": the states differ before it");
        } else if (firstDifference.frame() == FirstDifference.NONE) {
            text.append(": our state is ").append(hex8(localChecksum)).append(", peer ").append(peer).append("'s is ")
                .append(hex8(remoteChecksum));
        } else {
            text.append(firstDifference.exact() ? ": " : " or earlier: ");
            text.append(firstDifference.inputFrame() != FirstDifference.NONE ? "the inputs differ, of frame "
                + firstDifference.inputFrame()
                + " first" : "the states after it differ, the inputs do not");
        }
        if (difference != null) {
            text.append("; first field").append(stateFrame == frame() ? "" : " after frame " + stateFrame).append(": ")
                .append(difference.name()).append(", ").append(difference.local()).append(" here, ")
                .append(difference.remote()).append(" at peer ").append(peer);
        } else if (section != null) {
            text.append("; first section: ").append(section.isEmpty() ? "(without a name)" : section);
        }
        text.append("; ").append(whoDiffers()).append(again());
        return note.isEmpty() ? text.toString() : text.append("; ").append(note).toString();
    }

    /**
     * Who is in the minority.
     *
     * @return a phrase
     */
    public String whoDiffers() {
        if (firstDifference.inputFrame() != FirstDifference.NONE) {
            return "nobody is to blame for a state that follows from other inputs";
        }
        if (verdict.isDecided()) {
            return "in the minority: " + verdict.minority();
        }
        return verdict.members().size() <= 2 ? "two members, no majority" : "no majority";
    }

    private String again() {
        return switch (localCause) {
            case REPRODUCED -> "; simulated again ours comes out the same" + there();
            case NOT_REPRODUCED -> "; simulated again ours comes out otherwise" + there();
            default -> "";
        };
    }

    private String there() {
        return switch (remoteCause) {
            case REPRODUCED -> localCause == DesyncCause.REPRODUCED ? ", and theirs too" : ", theirs the same";
            case NOT_REPRODUCED -> localCause == DesyncCause.NOT_REPRODUCED ? ", and theirs too" : ", theirs otherwise";
            default -> "";
        };
    }

    /**
     * A checksum for people.
     *
     * @param checksum CRC32
     * @return eight hexadecimal digits
     */
    public static String hex8(final int checksum) {
        return HexFormat.of().toHexDigits(checksum);
    }
}
