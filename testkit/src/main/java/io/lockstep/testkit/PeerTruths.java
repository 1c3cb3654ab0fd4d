package io.lockstep.testkit;

import org.jspecify.annotations.NullUnmarked;

/** The states that each peer really had, and those of the process before on its seat; compared with each other. */
@NullUnmarked
final class PeerTruths {

    private final int peers;
    private final StateTruth[] truths;
    /** What the process before was, of each peer that has had one: others go on comparing what it said. */
    private final StateTruth[] former;

    PeerTruths(final int peers) {
        this.peers = peers;
        truths = new StateTruth[peers];
        former = new StateTruth[peers];
        for (int peer = 0; peer < peers; peer++) {
            truths[peer] = new StateTruth();
        }
    }

    /** A new process plays for a peer: it knows no state of the one before. */
    void restarted(final int peer) {
        former[peer] = truths[peer].next() > 0 ? truths[peer] : former[peer];
        truths[peer] = new StateTruth();
    }

    /** A peer's states, before and after those that it loaded. */
    StateTruth of(final int peer) {
        return truths[peer];
    }

    /** Did the states of two peers differ as they came about? Not that anybody knew. */
    boolean differ(final int one, final int other, final long frame) {
        return remembers(one, frame) && remembers(other, frame)
            && truths[one].first(frame).differs(truths[other].first(frame));
    }

    /** Was it so, of any of the states that two peers had after a frame, before or after a load, that they differ? */
    boolean ever(final boolean differ, final int one, final int other, final long frame) {
        return ever(differ, truths[one], truths[other], frame);
    }

    private static boolean ever(final boolean differ, final StateTruth one, final StateTruth other, final long frame) {
        final boolean known = one.remembers(frame) && other.remembers(frame);
        for (int ours = one.earliest(frame); known && ours <= one.latest(frame); ours++) {
            for (int theirs = other.earliest(frame); theirs <= other.latest(frame); theirs++) {
                if (one.of(frame, ours).differs(other.of(frame, theirs)) == differ) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Did two differ only by what one of them was before it was given the state it has begun with, and told of? */
    boolean differedBefore(final int one, final int other, final long frame) {
        return !ever(true, one, other, frame)
            && (former[other] != null && ever(true, truths[one], former[other], frame)
            || former[one] != null && ever(true, former[one], truths[other], frame));
    }

    /** The first frame of some after which two peers differ; the last one if after none before. */
    long firstDifference(final int one, final int other, final long from, final long last) {
        for (long frame = from; frame < last; frame++) {
            if (differ(one, other, frame)) {
                return frame;
            }
        }
        return last;
    }

    /** Returns whether two peers differed after each of these frames, both included. */
    boolean differThroughout(final int one, final int other, final long first, final long last) {
        long frame = first;
        while (frame <= last && differ(one, other, frame)) {
            frame++;
        }
        return frame > last;
    }

    boolean remembers(final int peer, final long frame) {
        return peer < peers && truths[peer].remembers(frame);
    }

    /** Has one of some played on so far that its state after a frame is not known any more? */
    boolean hasForgotten(final int some, final long frame) {
        for (int rest = some; rest != 0; rest &= rest - 1) {
            if (truths[Integer.numberOfTrailingZeros(rest)].next() > frame + StateTruth.FRAMES) {
                return true;
            }
        }
        return false;
    }

    /** The states that the others know of a peer after a frame: those of the process that simulated it. */
    StateTruth known(final int peer, final long frame) {
        return !truths[peer].remembers(frame) && former[peer] != null && former[peer].remembers(frame) ? former[peer]
            : truths[peer];
    }

    /**
     * Who of some has the same state as a peer after a frame, itself included; nobody if that is not known of it.
     *
     * @param versions of each peer, which of its states after the frame counts
     */
    int sameAs(final int peer, final long frame, final int among, final int[] versions) {
        int same = 0;
        final FieldTape ours = known(peer, frame).of(frame, versions[peer]);
        for (int other = 0; (among & 1 << peer) != 0 && ours != null && other < peers; other++) {
            final FieldTape theirs = known(other, frame).of(frame, versions[other]);
            final boolean equal = theirs != null && !ours.differs(theirs);
            same |= equal ? among & 1 << other : 0;
        }
        return same;
    }

    /** Of each peer the newest of its states after a frame. */
    int[] latest(final long frame) {
        final int[] versions = new int[peers];
        for (int peer = 0; peer < peers; peer++) {
            versions[peer] = known(peer, frame).latest(frame);
        }
        return versions;
    }
}
