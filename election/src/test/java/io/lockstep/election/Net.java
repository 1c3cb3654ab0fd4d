package io.lockstep.election;

import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** A network in virtual time: latency, jitter, loss, duplication, reordering, cuts by direction, crashes; one seed. */
final class Net {

    static final long MS = 1_000_000L;
    static final long SECOND = 1_000 * MS;

    private static final long RANDOM_TICK_PHASES = 1_000;

    enum Kind { DATA, REQUEST, RESPONSE, TRANSFER }

    record Packet(long atNs, long order, int from, int incarnation, int to, Kind kind, long term, boolean preVote,
            boolean granted, int applied) {
    }

    final long seed;
    final SplittableRandom random;
    final NetPeer[] peers;
    final Oracle oracle;
    final long[][] oneWayNs;
    final boolean[][] cut;
    double loss;
    double duplicates;
    double jitter;
    /** Every peer sends to every other this often, the leader saying that it leads. */
    long dataNs = 33 * MS;
    long tickNs = 5 * MS;
    /** Do plain datagrams bear a term, as the membership's do? */
    boolean statusBearsTerm = true;
    long nowNs;

    private final PriorityQueue<Packet> queue;
    private long order;

    Net(final int count, final long seed) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        oracle = new Oracle(seed);
        peers = new NetPeer[count];
        oneWayNs = new long[count][count];
        cut = new boolean[count][count];
        queue = new PriorityQueue<>((a, b) -> a.atNs != b.atNs ? Long.compare(a.atNs, b.atNs)
            : Long.compare(a.order, b.order));
        // Clocks may start anywhere, below zero too.
        nowNs = random.nextLong(-SECOND, SECOND);
    }

    /** Round trips of each pair drawn between the two. */
    Net roundTrips(final long lowNs, final long highNs) {
        for (int a = 0; a < peers.length; a++) {
            for (int b = 0; b < a; b++) {
                oneWayNs[a][b] = (lowNs == highNs ? lowNs : random.nextLong(lowNs, highNs)) / 2;
                oneWayNs[b][a] = oneWayNs[a][b];
            }
        }
        return this;
    }

    Net faults(final double lossRate, final double duplicateRate, final double jitterShare) {
        loss = lossRate;
        duplicates = duplicateRate;
        jitter = jitterShare;
        return this;
    }

    /** All start with the lowest peer leading term 0. */
    Net start() {
        final int all = all();
        for (int i = 0; i < peers.length; i++) {
            peers[i] = new NetPeer(this, i, 0, all);
            peers[i].start(0, 0);
        }
        return this;
    }

    int all() {
        return (int) ((1L << peers.length) - 1);
    }

    long longestRoundTripNs(final int peer) {
        long longest = 0;
        for (int other = 0; other < peers.length; other++) {
            longest = Math.max(longest, (long) (2 * oneWayNs[peer][other] * (1 + jitter)));
        }
        return longest;
    }

    long phase(final long intervalNs) {
        return nowNs + random.nextLong(RANDOM_TICK_PHASES) * intervalNs / RANDOM_TICK_PHASES;
    }

    void send(final NetPeer from, final int to, final Kind kind, final long term, final boolean preVote,
            final boolean granted) {
        deliverLater(from, to, kind, term, preVote, granted);
        if (random.nextDouble() < duplicates) {
            deliverLater(from, to, kind, term, preVote, granted);
        }
    }

    private void deliverLater(final NetPeer from, final int to, final Kind kind, final long term, final boolean preVote,
            final boolean granted) {
        if (cut[from.id][to] || random.nextDouble() < loss) {
            return;
        }
        final long latency = (long) (oneWayNs[from.id][to] * (1 + jitter * random.nextDouble()));
        queue.add(new Packet(nowNs + latency, order++, from.id, from.incarnation, to, kind, term, preVote, granted,
            from.applied));
    }

    void runFor(final long ns) {
        final long until = nowNs + ns;
        while (step(until)) {
            for (final NetPeer peer : peers) {
                oracle.watch(peer);
            }
        }
        nowNs = until;
    }

    /** Runs until somebody leads a term above this one, or the time is up; answers how long it took. */
    long runUntilLeaderAbove(final long term, final long ns) {
        final long begin = nowNs;
        while (leaderAbove(term) == null && step(begin + ns)) {
            for (final NetPeer peer : peers) {
                oracle.watch(peer);
            }
        }
        return nowNs - begin;
    }

    NetPeer leaderAbove(final long term) {
        for (final NetPeer peer : peers) {
            if (peer.alive && peer.election.leads() && peer.election.term() > term) {
                return peer;
            }
        }
        return null;
    }

    /** The leader of the highest term, or null. */
    NetPeer leader() {
        NetPeer newest = null;
        for (final NetPeer peer : peers) {
            final boolean leads = peer.alive && peer.election.leads();
            if (leads && (newest == null || peer.election.term() > newest.election.term())) {
                newest = peer;
            }
        }
        return newest;
    }

    long highestTerm() {
        long highest = 0;
        for (final NetPeer peer : peers) {
            highest = Math.max(highest, peer.alive ? peer.election.term() : 0);
        }
        return highest;
    }

    /** Does every living member know the same leader, who leads? */
    boolean agrees() {
        final NetPeer leader = leader();
        if (leader == null) {
            return false;
        }
        for (final NetPeer peer : peers) {
            final Election election = peer.election;
            final boolean same = election.term() == leader.election.term() && election.leader() == leader.id
                && election.role() == (peer == leader ? Role.LEADER : Role.FOLLOWER);
            if (peer.alive && election.role() != Role.OUT && !same) {
                return false;
            }
        }
        return true;
    }

    /** The process is gone and another one sits down in its place, as a stranger. */
    void restart(final int seat) {
        final NetPeer old = peers[seat];
        old.alive = false;
        peers[seat] = new NetPeer(this, seat, old.incarnation + 1, old.electorate.members() & ~(1 << seat));
        System.arraycopy(old.linked, 0, peers[seat].linked, 0, old.linked.length);
        peers[seat].start(0, Election.NOBODY);
    }

    /** The process is gone and another one pretends to be it, without its memory: what must never be. */
    void restartWithoutMemory(final int seat) {
        final NetPeer old = peers[seat];
        old.alive = false;
        peers[seat] = new NetPeer(this, seat, old.incarnation, old.electorate.members());
        peers[seat].start(0, Election.NOBODY);
    }

    /** Where all living members follow one leader and are a quorum, a new epoch of them and all newcomers begins. */
    boolean renewEpoch() {
        int members = 0;
        int living = 0;
        for (final NetPeer peer : peers) {
            living |= peer.alive && peer.election.role() != Role.OUT ? 1 << peer.id : 0;
            members |= peer.alive ? 1 << peer.id : 0;
        }
        if (!agrees() || !leader().electorate.decides(living)) {
            return false;
        }
        final NetPeer leader = leader();
        final int epoch = leader.applied + 1;
        for (final NetPeer peer : peers) {
            if (peer.alive) {
                peer.apply(epoch, members, leader);
            }
        }
        return true;
    }

    /** Everything between the two sets is lost, both ways. */
    void part(final int side) {
        for (int a = 0; a < peers.length; a++) {
            for (int b = 0; b < peers.length; b++) {
                cut[a][b] = (side >>> a & 1) != (side >>> b & 1);
            }
        }
    }

    void heal() {
        part(0);
    }

    private boolean step(final long until) {
        NetPeer next = null;
        for (final NetPeer peer : peers) {
            if (peer.alive && (next == null || peer.nextNs() < next.nextNs())) {
                next = peer;
            }
        }
        final Packet packet = queue.peek();
        if (packet != null && (next == null || packet.atNs <= next.nextNs())) {
            if (packet.atNs > until) {
                return false;
            }
            queue.remove();
            nowNs = Math.max(nowNs, packet.atNs);
            peers[packet.to].receive(packet);
            return true;
        }
        if (next == null || next.nextNs() > until) {
            return false;
        }
        nowNs = Math.max(nowNs, next.nextNs());
        next.act();
        return true;
    }
}
