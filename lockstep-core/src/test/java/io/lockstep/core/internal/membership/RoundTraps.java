package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.ElectionConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** What a leader makes of the answers to its round, message by message. Also run with mutants. */
public final class RoundTraps {

    private static final long MS = 1_000_000L;
    private static final int LEADS_MS = 5000;
    private static final int DUE_MS = 100;
    private static final int STATUS_MS = 300;

    private final FakeHost host = new FakeHost();
    private final Membership membership;
    private final int self;
    private final List<Integer> others = new ArrayList<>();
    private long nowNs = 5_000_000_000L;

    private RoundTraps(final Random random) {
        final int seats = 3 + random.nextInt(3);
        self = random.nextInt(seats);
        host.seats = (1 << seats) - 1;
        for (int peer = 0; peer < seats; peer++) {
            if (peer != self) {
                others.add(peer);
            }
        }
        Collections.shuffle(others, random);
        membership = new Membership(self, random.nextLong(), ElectionConfig.defaults(), TwoPeerPolicy.CONTINUE_ALL,
            host);
        membership.start(99, host.seats, host.incarnations, nowNs);
    }

    /**
     * A survivor asks the processes that have taken all other seats, and while it does, one of them is succeeded by
     * another: what the former ones have answered decides nothing.
     *
     * @param seed of what is drawn
     * @return what was broken, or null
     */
    public static String stranger(final long seed) {
        final Random random = new Random(seed);
        return new RoundTraps(random).stranger(random);
    }

    private String stranger(final Random random) {
        others.forEach(this::comesUp);
        for (int ms = 0; ms < LEADS_MS && ballot() < 0; ms++) {
            tick();
        }
        final long before = ballot();
        if (before < 0) {
            return "L1: the survivor asks nobody";
        }
        final int answered = 1 + random.nextInt(others.size() - 1);
        others.subList(0, answered).forEach(peer -> answer(peer, before));
        comesUp(others.get(random.nextInt(answered)));
        if (random.nextBoolean()) {
            tick();
        }
        others.subList(answered, others.size()).forEach(peer -> answer(peer, before));
        for (int ms = 0; ms < DUE_MS; ms++) {
            tick();
        }
        if (host.applied != null) {
            return "S6: a decision without an answer of who is there now";
        }
        final long after = ballot();
        others.forEach(peer -> answer(peer, after));
        tick();
        return host.applied != null && after > before ? null : "L2: ballot " + after + " decides nothing";
    }

    /** Another process is on a seat, and would like to be taken in. */
    private void comesUp(final int peer) {
        host.incarnations[peer]++;
        membership.reborn(peer, nowNs);
        says(peer);
    }

    private void says(final int peer) {
        membership.receive(peer, new MembershipMessage().reset(Kind.STATUS).joining(true), nowNs);
    }

    private void answer(final int peer, final long ballot) {
        membership.receive(peer, new MembershipMessage().reset(Kind.REPORT).joining(true).ballot(ballot), nowNs);
    }

    private void tick() {
        nowNs += MS;
        if (nowNs / MS % STATUS_MS == 0) {
            others.forEach(this::says);
        }
        membership.tick(nowNs, 0, 0, 0);
    }

    /** The newest ballot in which others were asked, negative while none was. */
    private long ballot() {
        long newest = -1;
        for (final int peer : others) {
            for (final MembershipMessage asked : host.sent(peer, Kind.PREPARE)) {
                newest = Math.max(newest, asked.ballot());
            }
        }
        return newest;
    }
}
