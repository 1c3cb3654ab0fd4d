package io.lockstep.election;

/** One process in the {@link Net}: an election, and the link that knows who sent what. */
final class NetPeer implements Ballots {

    final Net net;
    final int id;
    final int incarnation;
    final Electorate electorate = new Electorate();
    final Election election;
    boolean alive = true;
    /** The epoch it has applied. */
    int applied;
    /** The incarnation of each seat that its links talk to. */
    final int[] linked;

    /** The oracle's memory. */
    long termSeen;

    private int dead;
    private long tickAtNs;
    private long dataAtNs;

    NetPeer(final Net net, final int id, final int incarnation, final int members) {
        this.net = net;
        this.id = id;
        this.incarnation = incarnation;
        linked = new int[net.peers.length];
        if (members != 0) {
            electorate.set(members, new int[0], 0);
        }
        election = new Election(ElectionConfig.defaults(), id, net.seed, electorate, this);
    }

    void start(final long term, final int leader) {
        tickAtNs = net.phase(net.tickNs);
        dataAtNs = net.phase(net.dataNs);
        election.suspicion(4 * net.longestRoundTripNs(id));
        election.start(term, leader, net.nowNs);
    }

    /** A new epoch is applied. */
    void apply(final int epoch, final int members, final NetPeer leader) {
        applied = epoch;
        dead = 0;
        electorate.set(members, new int[0], 0);
        for (int seat = 0; seat < linked.length; seat++) {
            linked[seat] = (members >>> seat & 1) == 0 ? linked[seat] : net.peers[seat].incarnation;
        }
        if (election.role() == Role.OUT) {
            election.start(leader.election.term(), leader.id, net.nowNs);
        }
        election.membersChanged(net.nowNs);
    }

    long nextNs() {
        return Math.min(tickAtNs, dataAtNs);
    }

    void act() {
        if (net.nowNs >= dataAtNs) {
            dataAtNs += net.dataNs;
            for (int to = 0; to < net.peers.length; to++) {
                if (to != id) {
                    net.send(this, to, Net.Kind.DATA, election.term(), false, election.leads());
                }
            }
        }
        if (net.nowNs >= tickAtNs) {
            tickAtNs += net.tickNs;
            election.tick(net.nowNs);
        }
    }

    void receive(final Net.Packet packet) {
        final int from = packet.from();
        final long now = net.nowNs;
        if (!alive || packet.incarnation() < linked[from]) {
            return;
        }
        if (packet.incarnation() > linked[from]) {
            linked[from] = packet.incarnation();
            dead |= 1 << from;
            electorate.dead(dead);
            election.membersChanged(now);
        }
        final boolean upToDate = packet.applied() >= applied;
        switch (packet.kind()) {
            case DATA -> {
                election.heard(from, now);
                if (packet.granted()) {
                    election.heardLeader(from, packet.term(), now);
                } else if (net.statusBearsTerm) {
                    election.observeTerm(packet.term(), now);
                }
            }
            case REQUEST -> election.onRequestVote(from, packet.term(), packet.preVote(), upToDate, now);
            case RESPONSE -> election.onVoteResponse(from, packet.term(), packet.preVote(), packet.granted(), now);
            case TRANSFER -> election.onTransfer(from, packet.term(), now);
            default -> throw new AssertionError(packet);
        }
    }

    @Override
    public void requestVote(final int to, final long term, final boolean preVote) {
        if (!preVote) {
            net.oracle.vote(this, term, toString());
        }
        net.send(this, to, Net.Kind.REQUEST, term, preVote, false);
    }

    @Override
    public void voteResponse(final int to, final long term, final boolean preVote, final boolean granted) {
        if (granted && !preVote) {
            // The process it knows there, which may be gone.
            net.oracle.vote(this, term, name(to, linked[to]));
        }
        net.send(this, to, Net.Kind.RESPONSE, term, preVote, granted);
    }

    @Override
    public void transferLeadership(final int to, final long term) {
        net.send(this, to, Net.Kind.TRANSFER, term, false, false);
    }

    @Override
    public String toString() {
        return name(id, incarnation);
    }

    private static String name(final int seat, final int incarnation) {
        return seat + (incarnation == 0 ? "" : "." + incarnation);
    }
}
