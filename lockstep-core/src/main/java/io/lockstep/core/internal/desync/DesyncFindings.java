package io.lockstep.core.internal.desync;

import io.lockstep.core.game.Simulation;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.game.StateLoader;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.InputTape;
import io.lockstep.core.internal.sync.ChecksumLog;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.internal.sync.HistoryExtract;
import io.lockstep.core.internal.sync.PlainStates;
import io.lockstep.core.internal.sync.StateComparison;
import io.lockstep.core.internal.sync.StateHistory;
import io.lockstep.core.sync.DesyncCause;
import io.lockstep.core.sync.DesyncReport;
import io.lockstep.core.sync.FieldDifference;
import io.lockstep.core.sync.FirstDifference;
import io.lockstep.core.sync.KeptState;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.core.sync.Verdict;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What is known here of one difference between our state and a peer's; becomes more while the two talk. */
final class DesyncFindings {

    final long checkFrame;
    final HistoryExtract local;
    final InputTape tape;
    final long agreed;
    private final MatchSettings settings;
    /** The checksum of the frame before our history. */
    private final int before;
    private final StateHistory history;
    private final int peer;
    private final int remoteChecksum;
    private final String[] sectionNames;
    private final Supplier<Simulation> factory;
    private Simulation scratch;
    private FirstDifference firstDifference;
    private long stateFrame;
    private KeptState localState;
    private KeptState remoteState;
    private DesyncCause remoteCause = DesyncCause.UNKNOWN;
    private DesyncReplay again;
    private HistoryExtract remote;
    private boolean replaced;
    private Verdict verdict;
    private InputClaims claims;

    DesyncFindings(final MatchSettings settings, final InputLog log, final ChecksumLog checksums,
                   final StateHistory history, final long newestAgreed, final int peer, final long checkFrame,
                   final String[] sectionNames) {
        this.settings = settings;
        this.history = history;
        this.checkFrame = checkFrame;
        this.sectionNames = sectionNames;
        this.peer = peer;
        // Agreement after a later frame is that of a state loaded since; of what led to this one it says nothing.
        agreed = newestAgreed < 0 || newestAgreed >= checkFrame ? FirstDifference.NONE : newestAgreed;
        remoteChecksum = checksums.checksumOf(peer, checkFrame);
        local = HistoryExtract.of(history, agreed == FirstDifference.NONE ? settings.rules().startFrame() - 1 : agreed
            + 1,
            checkFrame);
        before = history.has(local.first() - 1) ? history.checksum(local.first() - 1) : 0;
        // A state that came from elsewhere was not simulated from inputs: without them nothing is reenacted.
        tape = InputTape.of(settings, log, local.first() + (local.isBase(local.first()) ? 1 : 0), checkFrame);
        factory = settings.state().scratch();
        firstDifference = new FirstDifference(agreed, FirstDifference.NONE, false, 0, FirstDifference.NONE);
        stateFrame = checkFrame;
        localState = stateAt(checkFrame);
        history.hold(local.first() - 1, checkFrame);
    }

    private KeptState stateAt(final long frame) {
        final int checksum = frame < local.first() ? before : local.checksum(frame);
        return history.state(frame, checksum);
    }

    /**
     * The peer's history is here.
     *
     * @return false when it contradicts what the peer has said before
     */
    boolean learn(final HistoryExtract theirs) {
        if (theirs.last() != checkFrame || theirs.checksum(checkFrame) != remoteChecksum) {
            return false;
        }
        final FirstDifference found = HistoryExtract.compare(local, theirs, agreedWith(theirs),
            settings.rules().startFrame() - 1);
        if (found.frame() == FirstDifference.NONE) {
            return false;
        }
        remote = theirs;
        firstDifference = found;
        stateFrame = FirstDifference.NONE;
        localState = null;
        for (long frame = firstDifference.frame(); frame <= checkFrame && localState == null; frame++) {
            // A difference can pass and come again: of two equal states nothing can be named.
            final boolean differs = local.checksum(frame) != remote.checksum(frame);
            if (differs && local.hasState(frame) && remote.hasState(frame)) {
                stateFrame = frame;
                localState = stateAt(frame);
            }
        }
        final long from = Math.max(local.first(), remote.first());
        final boolean loaded = local.isBase(from) || remote.isBase(from);
        claims = new InputClaims(tape, settings.players(), loaded ? from + 1 : from, found.frame());
        scratch = newGame();
        again = new DesyncReplay(settings, scratch, this::stateAt, local, firstDifference, tape);
        return true;
    }

    /**
     * Returns the newest check frame before this one after which both histories show the same state. An older
     * difference that is over has nothing to do with this one, though its end was never compared.
     */
    private long agreedWith(final HistoryExtract theirs) {
        long frame = checkFrame - settings.state().checksumInterval();
        while (frame >= Math.max(local.first(), theirs.first()) && local.checksum(frame) != theirs.checksum(frame)) {
            frame -= settings.state().checksumInterval();
        }
        return frame >= Math.max(local.first(), theirs.first()) ? frame : agreed;
    }

    /** What we were sent of each player up to the first frame that differs; null while that is not known. */
    InputClaims claims() {
        return claims;
    }

    /**
     * Is a history that contradicts what the peer said that of a state it has been given since, or of the one before?
     *
     * @param rightFrom from which frame on the peer's state is one that it was given
     */
    boolean isOfReplacedState(final HistoryExtract theirs, final long rightFrom) {
        return theirs.last() == checkFrame && (theirs.isBase(theirs.first()) || rightFrom > checkFrame);
    }

    private Simulation scratch() {
        final Simulation made = factory.get();
        settings.ports().config().tell(made);
        return made;
    }

    /** The factory is not ours: what it throws costs names, and not the match. */
    private Simulation newGame() {
        try {
            return factory == null ? null : scratch();
        } catch (final RuntimeException failed) {
            return null;
        }
    }

    /** Simulates on; true once that is over, or was never possible. */
    boolean simulated() {
        return again == null || again.advance();
    }

    DesyncCause cause() {
        return again == null ? DesyncCause.UNKNOWN : again.cause();
    }

    /** After which frame states are to be exchanged, {@link FirstDifference#NONE} for none. */
    long stateFrame() {
        return stateFrame;
    }

    KeptState localState() {
        return localState;
    }

    void remoteCause(final DesyncCause said) {
        remoteCause = said;
    }

    /**
     * The peer's state is here.
     *
     * @return false when it contradicts what the peer has said before
     */
    boolean learn(final KeptState theirs, final int crc) {
        if (!PlainStates.isSound(theirs) || crc != remote.checksum(stateFrame)) {
            return false;
        }
        remoteState = theirs;
        return true;
    }

    /** Whose checksums of the check frame are here: more and more, until they are so old that they are forgotten. */
    void judge(final Verdict now) {
        if (verdict == null
            || !replaced && now.known().size() >= verdict.known().size()) {
            verdict = now;
        }
    }

    /** Our state and our checksums are others from now on; what counts is what the other peer said before. */
    void stateReplaced() {
        replaced = true;
    }

    /** All that is known by now. */
    DesyncReport report(final String note) {
        FieldDifference difference = null;
        if (localState != null && remoteState != null) {
            difference = named();
            if (difference == null) {
                difference = PlainStates.ofBytes(localState, remoteState, sectionNames);
            }
        }
        final boolean known = firstDifference.frame() != FirstDifference.NONE;
        final String section = difference != null ? difference.section() : !known ? null
            : firstDifference.section() < sectionNames.length ? sectionNames[firstDifference.section()] : "section "
                + firstDifference.section();
        return new DesyncReport(settings.rules().matchId(), settings.self(), peer, checkFrame,
            local.checksum(checkFrame),
            remoteChecksum, blamed(), firstDifference, cause(), remoteCause, localState == null ? FirstDifference.NONE
                : stateFrame,
            section, difference, localState, remoteState, tape.first(), tape.lines(), note, walk());
    }

    /**
     * Where the inputs differ nobody's state is wrong for it: each has simulated what it was sent, and who was deceived
     * is no minority.
     */
    private Verdict blamed() {
        return firstDifference.inputFrame() == FirstDifference.NONE || verdict == null ? verdict
            : new Verdict(verdict.frame(), verdict.members(), verdict.known(), IdSet.peers(0), IdSet.peers(0),
                verdict.checksum());
    }

    private FieldDifference named() {
        final StateComparison comparison = new StateComparison(localState, remoteState, null);
        return scratch != null && takes(scratch, comparison) ? comparison.end() : null;
    }

    /** Does a scratch game take our state and write it? What it throws costs names, and not the match. */
    private boolean takes(final Simulation game, final StateWriter out) {
        try {
            write(game, localState.bytes(), out);
            return true;
        } catch (final RuntimeException refused) {
            return false;
        }
    }

    private static void write(final Simulation game, final byte[] state, final StateWriter out) {
        StateLoader.load(game, ByteBuffer.wrap(state).order(ByteOrder.LITTLE_ENDIAN));
        game.save(out);
    }

    /** Tried first: whoever walks is the application, and what a scratch game throws is not for it. */
    private Consumer<StateWriter> walk() {
        final Simulation tried = localState == null ? null : newGame();
        if (tried == null || !takes(tried, new ChecksumWriter())) {
            return null;
        }
        final byte[] state = localState.bytes();
        return out -> write(scratch(), state, out);
    }
}
