package io.lockstep.testkit;

import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.crypto.LinkTag;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.session.Forger;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Directed fleets about who sits where: who comes, goes, is dropped, or is told lies about it. */
final class SeatDrills {

    private SeatDrills() {
    }

    /** Somebody leaves, or dies: the game is told in the right frame who is gone, and nobody waits for long. */
    static String leavers(final long seed) {
        return new Leavers(seed).play();
    }

    private static final class Leavers extends Drill {

        private final int leaver;

        Leavers(final long seed) {
            super(3 + (int) (seed & 1), 420, seed);
            lines(LinkConditions.latency(between(5, 60)));
            leaver = draws.below(scenario.peers);
            final long atMs = between(FIRST_MS, FIRST_MS + 1000);
            event(draws.chance(0.5) ? new ScenarioEvent.Leave(atMs, leaver) : new ScenarioEvent.Kill(atMs, leaver));
        }

        @Override
        String wrong(final MatchResult result) {
            final String stalled = stalled(result, DROP_MS + 1000, ALL & ~(1 << leaver));
            return stalled != null ? stalled : unfinished(ALL & ~(1 << leaver));
        }
    }

    /** One asks that another be dropped, alone or with all others: it is dropped only when all ask for it. */
    static String votes(final long seed) {
        return new Votes(seed).play();
    }

    private static final class Votes extends Drill {

        private final int unwanted;
        private final int voters;
        private final long frame;

        Votes(final long seed) {
            super(3 + (int) (seed & 1), 300, seed);
            lines(LinkConditions.latency(between(5, 60)));
            unwanted = draws.below(scenario.peers);
            frame = between(100, 140);
            final int others = (1 << scenario.peers) - 1 & ~(1 << unwanted);
            final int one = 1 << other(unwanted);
            // Of three without it one is not enough, nor are two.
            voters = draws.chance(0.5) ? one : others & ~one;
        }

        @Override
        void orders(final int peer, final long sampledFor) {
            if (sampledFor >= frame && sampledFor < frame + 2 && (voters & 1 << peer) != 0) {
                sessions[peer].voteToDrop(unwanted);
            }
        }

        @Override
        String wrong(final MatchResult result) {
            return lost(result, 0);
        }
    }

    /** One says of another, and of nobody else, that the match goes on without it: that is not believed. */
    static String evictor(final long seed) {
        return new Evictor(seed).play();
    }

    private static final class Evictor extends Drill {

        private final int liar;
        private final int victim;
        private final long fromMs;
        private final MembershipMessage lie = new MembershipMessage();

        Evictor(final long seed) {
            super(3 + (int) (seed % 3), 300, seed);
            lines(LinkConditions.latency(between(5, 60)));
            liar = draws.below(scenario.peers);
            victim = other(liar);
            fromMs = between(FIRST_MS, FIRST_MS + 1000);
        }

        @Override
        Transport.SendResult sent(final Transport transport, final int from, final int to, final Lane lane,
                                  final long tag, final ByteBuffer payload) {
            if (from != liar || to != victim || world.nowMs() < fromMs
                || !DatagramNames.is(MembershipMessage.Kind.STATUS, payload)) {
                return transport.send(to, lane, tag, payload);
            }
            final ByteBuffer told = tell();
            return transport.send(to, lane, Forger.tag(tag, payload, LinkTag.sequenceOf(tag), told), told);
        }

        /** The victim finds out who lied, and says so. */
        @Override
        boolean isDue(final Violation violation) {
            return violation.promise().equals("S17") && violation.peers().equals(List.of(victim))
                && violation.detail().contains("PEER_LIED") && violation.detail().contains(" peer=" + liar + " ");
        }

        private ByteBuffer tell() {
            final int members = sessions[liar].epoch().members().mask() & ~(1 << victim);
            lie.reset(MembershipMessage.Kind.CUT).term(sessions[liar].term()).ballot(sessions[liar].term() << 16 | 9)
                .epoch(sessions[liar].epoch().number() + 1).epochId(scenario.frames).members(members).mask(members)
                .established(true).frame(victim, sessions[victim].frame());
            for (int peer = 0; peer < scenario.peers; peer++) {
                if ((members & 1 << peer) != 0) {
                    lie.incarnation(peer, sessions[liar].epoch().incarnation(peer));
                }
            }
            final ByteBuffer bytes = ByteBuffer.allocate(MembershipMessage.MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            lie.encode(bytes);
            return bytes.flip();
        }

        @Override
        String wrong(final MatchResult result) {
            final String lost = lost(result, 0);
            return lost != null ? lost : unfinished(ALL);
        }
    }

    /** A match in which one is killed, and comes back while the others still wait for it, or soon after. */
    private abstract static class Return extends Drill {

        final int back;
        final long killedMs;
        final long restartedMs;

        Return(final int peers, final long frames, final long seed) {
            this(peers, frames, seed, (int) (seed % peers));
        }

        Return(final int peers, final long frames, final long seed, final int back) {
            super(peers, frames, seed);
            this.back = back;
            lines(LinkConditions.latency(between(5, 50)));
            killedMs = between(FIRST_MS, FIRST_MS + 1000);
            restartedMs = killedMs + between(50, 500);
            event(new ScenarioEvent.Kill(killedMs, back));
            event(new ScenarioEvent.Restart(restartedMs, back));
        }

        @Override
        String wrong(final MatchResult result) {
            final String stalled = stalled(result, DROP_MS + 1000, ALL & ~(1 << back));
            return stalled != null ? stalled : unfinished(ALL);
        }
    }

    /** Somebody comes back: it plays on with the others, and what it was sent for that ends. */
    static String returns(final long seed) {
        return new Returned(seed).play();
    }

    private static final class Returned extends Return {

        private static final long ENOUGH_MS = 2500;
        private long playsMs = Long.MAX_VALUE / 2;
        private int late;

        Returned(final long seed) {
            super(2 + (int) (seed % 3), 720, seed);
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            if (to == back && world.nowMs() > restartedMs && sessions[back].phase() == Phase.PLAYING) {
                playsMs = Math.min(playsMs, world.nowMs());
                late += world.nowMs() - playsMs > ENOUGH_MS && "Transfer".equals(DatagramNames.of(payload)) ? 1 : 0;
            }
            return false;
        }

        @Override
        String wrong(final MatchResult result) {
            return late == 0 ? super.wrong(result)
                : "S13: " + late + " datagrams of a transfer to who has long been in the match";
        }
    }

    /** What a dead process has sent, and what it was sent, arrives once more when another one sits there. */
    static String formerProcesses(final long seed) {
        return new Former(seed).play();
    }

    private static final class Former extends Return {

        private static final int KEPT = 200;
        private static final int EVERY = 5;
        private final List<Runnable> toOthers = new ArrayList<>();
        private final List<Runnable> toTheDead = new ArrayList<>();
        private int count;

        Former(final long seed) {
            super(2 + (int) (seed & 1), 660, seed);
        }

        @Override
        Transport.SendResult sent(final Transport transport, final int from, final int to, final Lane lane,
                                  final long tag, final ByteBuffer payload) {
            if ((from == back || to == back) && world.nowMs() < killedMs) {
                keep(from == back ? toOthers : toTheDead, from, to, lane, tag, payload);
            } else if (world.nowMs() > restartedMs && ++count % EVERY == 0) {
                toTheDead.get(draws.below(toTheDead.size())).run();
                if (sessions[back].phase() == Phase.PLAYING) {
                    toOthers.get(draws.below(toOthers.size())).run();
                }
            }
            return transport.send(to, lane, tag, payload);
        }

        /** Those beside the inputs, of which there are few, each time. */
        private void keep(final List<Runnable> kept, final int from, final int to, final Lane lane, final long tag,
                          final ByteBuffer payload) {
            final ByteBuffer copy = ByteBuffer.allocate(payload.remaining()).put(payload.duplicate()).flip();
            final Runnable again = () -> world.forge(from, to, lane, tag, copy.duplicate());
            if (kept.size() < KEPT) {
                kept.add(again);
            } else if (lane == Lane.CONTROL || draws.chance(0.2)) {
                kept.set(draws.below(KEPT), again);
            }
        }

        @Override
        String wrong(final MatchResult result) {
            for (int peer = 0; peer < scenario.peers; peer++) {
                for (int i = 0; i < sessions[peer].statistics().peers(); i++) {
                    final PeerStatistics line = sessions[peer].statistics().peer(i);
                    if (line.replayed() > 0) {
                        return "S10: peer " + peer + " took " + line.replayed() + " datagrams of a former process for "
                            + "those of peer " + line.peer();
                    }
                }
            }
            return super.wrong(result);
        }
    }

    /** Who was just taken in hears nobody from then on, before its inputs count: nobody may wait for it for ever. */
    static String deafNewcomer(final long seed) {
        return new DeafNewcomer(seed).play();
    }

    private static final class DeafNewcomer extends Return {

        private final long afterMs;
        private long deafMs = Long.MAX_VALUE;

        DeafNewcomer(final long seed) {
            super(3 + (int) (seed & 1), 720, seed);
            afterMs = between(20, 250);
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            if (to == back && deafMs == Long.MAX_VALUE && world.nowMs() > restartedMs
                && (sessions[back].epoch().members().mask() & 1 << back) != 0) {
                deafMs = world.nowMs() + afterMs;
            }
            return to == back && world.nowMs() >= deafMs;
        }

        @Override
        String wrong(final MatchResult result) {
            final String stalled = stalled(result, DROP_MS + 1500, ALL & ~(1 << back));
            return stalled != null ? stalled : unfinished(ALL & ~(1 << back));
        }
    }

    /**
     * Of five, one comes back. When it replays what its donor hands on, the donor and one more are no longer heard by
     * the other two, though by it: their last inputs are known to nobody else. The two settle that those do not count,
     * and take in the one that must not have simulated them.
     */
    static String donors(final long seed) {
        return new Donors(seed).play();
    }

    private static final class Donors extends Return {

        private static final int DONOR = 1;
        private static final int UNHEARD = 2;
        private final long afterMs;
        private long cutMs = Long.MAX_VALUE;

        Donors(final long seed) {
            super(5, 660, seed, 3 + (int) (seed & 1));
            afterMs = between(0, 200);
            // The oracle has to know who may be lost; it does not happen in the time of the match.
            event(new ScenarioEvent.Cut(Scenario.MAX_MS, ScenarioEvent.PERMANENT, DONOR, UNHEARD));
        }

        private static boolean isFar(final int peer) {
            return peer == DONOR || peer == UNHEARD;
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            if (cutMs == Long.MAX_VALUE && world.nowMs() > restartedMs && sessions[back].frame() > 0) {
                cutMs = world.nowMs() + afterMs;
            }
            final boolean toTheOthers = !isFar(to) && to != back;
            return world.nowMs() >= cutMs && toTheOthers
                && (isFar(from) || from == back && lane == Lane.INPUT && "Relay".equals(DatagramNames.of(payload)));
        }

        @Override
        String wrong(final MatchResult result) {
            return unfinished(1 << 0 | 1 << 3 | 1 << 4);
        }
    }
}
