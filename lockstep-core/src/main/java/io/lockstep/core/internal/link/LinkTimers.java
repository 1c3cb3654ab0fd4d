package io.lockstep.core.internal.link;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.game.Timeouts;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.Message;

/** Connects all peers before the first frame, and keeps the links alive from then on, by timers of each link. */
public final class LinkTimers {

    /**
     * Longest time for measuring before the first frame, in nanoseconds; a link that is not measured then gets the
     * lowest delay.
     */
    private static final long MEASURE_LIMIT_NS = 1_000_000_000L;

    private static final long NS_PER_S = 1_000_000_000L;

    /**
     * Time, in nanoseconds, after which peers that all join conclude that none of them has a match. A peer in a match
     * says so twice a second: four such messages may be lost.
     */
    private static final long NO_MATCH_NS = 2 * NS_PER_S;

    /** Time, in nanoseconds, since the last bytes of a state after which a joiner will never be admitted. */
    private static final long JOIN_LIMIT_NS = 120 * NS_PER_S;

    /**
     * Time without a poll, in nanoseconds, after which this process was suspended: slow game loops poll ten times a
     * second.
     */
    private static final long ASLEEP_NS = 250_000_000L;

    private final MatchState state;
    private final MatchSettings settings;
    private final Link[] links;
    private final Wire wire;
    private final LinkSurvey survey;
    private final EventQueue events;
    private final Heartbeats heartbeats;
    private final RefusalWatch refusals;
    private long polledNs;
    private long startedNs = Long.MIN_VALUE;
    private long allOpenNs = Long.MIN_VALUE;
    /** When a peer was last missing or known to have a match, in nanoseconds. */
    private long notAllJoinNs;
    /** When this process last awoke from a sleep, in nanoseconds. */
    private long awokeNs = Long.MIN_VALUE;
    /** When anybody was last heard; for a newcomer that is taken in, when anybody was last known to be there. */
    private long companyNs;

    public LinkTimers(final MatchState state, final MatchSettings settings, final Link[] links, final Wire wire,
              final Heartbeats heartbeats, final LinkSurvey survey, final EventQueue events) {
        this.state = state;
        this.settings = settings;
        this.links = links;
        this.wire = wire;
        this.heartbeats = heartbeats;
        this.survey = survey;
        this.events = events;
        refusals = new RefusalWatch(settings.ports().transport(), events);
    }

    /** Time begins with the first poll, and round trips anew with the first after a sleep. */
    public void begin(final long nowNs) {
        final long sleptNs = nowNs - polledNs;
        if (startedNs != Long.MIN_VALUE && sleptNs >= ASLEEP_NS) {
            // Nobody could answer meanwhile, nor be heard.
            startedNs += sleptNs;
            companyNs += sleptNs;
            notAllJoinNs += sleptNs;
            for (final Link link : links) {
                link.awoke();
            }
            heartbeats.forget();
            awokeNs = nowNs;
        }
        polledNs = nowNs;
        if (startedNs == Long.MIN_VALUE) {
            startedNs = nowNs;
            companyNs = nowNs;
            notAllJoinNs = nowNs;
            for (final Link link : links) {
                link.heard(nowNs);
            }
        }
    }

    /** Does what is due on every link. */
    public void tend(final long term, final long nowNs) {
        refusals.watch(links, state.frame(), nowNs);
        for (final Link link : links) {
            if (state.phase() != Phase.LEAVING && state.phase() != Phase.ENDED && !link.hasLeft()) {
                tend(link, term, nowNs);
            }
        }
    }

    /** Timers of one link: handshake, heartbeat, silence. */
    private void tend(final Link link, final long term, final long nowNs) {
        if (!link.isOpen()) {
            final Message due = link.handshake().due(link.seal.foreign(), nowNs);
            final boolean unsent = due != null
                && !wire.sendHandshake(link, link.handshake().lane(), due, nowNs);
            if (unsent && state.phase() == Phase.CONNECTING) {
                link.handshake().unsent();
            }
            final boolean expected = state.phase() == Phase.CONNECTING && !settings.entrance().joining()
                && isExpected(link);
            if (expected && nowNs - startedNs > settings.timeouts().silenceNs()) {
                events.tell(SessionEvent.Type.PEER_TIMED_OUT, link.peer, state.frame());
                link.leave();
                state.end(EndReason.PEER_TIMED_OUT, "player " + link.peer + " did not answer within "
                    + settings.timeouts().silenceMs() + " ms" + turnedAway(link) + strange(link));
            }
        } else if (nowNs - link.sentNs() >= Timeouts.HEARTBEAT_NS) {
            heartbeats.send(link, term, state.frame(), nowNs);
        }
    }

    /** Somebody is there who does not speak with our keys, or speaks without any. */
    private String strange(final Link link) {
        final long refused = refusals.refused(link);
        final boolean withKeys = settings.ports().keys() != null;
        return (refused == 0 ? "" : "; " + refused + " datagrams came that were sealed with "
            + (withKeys ? "other keys or without any" : "keys, of which this peer has none") + ", or damaged")
            + hint(link);
    }

    private String hint(final Link link) {
        final String hint = settings.ports().transport().hint(link.peer);
        return hint == null ? "" : "; " + hint;
    }

    private String hints() {
        final StringBuilder hints = new StringBuilder();
        for (final Link link : links) {
            hints.append(hint(link));
        }
        return hints.toString();
    }

    /** Returns the reason why a process of this peer was refused, or an empty text. */
    private static String turnedAway(final Link link) {
        return link.turnedAwayFor() == null ? "" : "; a process of player " + link.peer + " was turned away, its "
            + link.turnedAwayFor() + " differs";
    }

    /**
     * Returns a text with the reasons why a joiner cannot open its links: refused processes, and datagrams with other
     * keys or for an earlier process.
     */
    private String strangeToAll() {
        final StringBuilder text = new StringBuilder();
        long refused = 0;
        for (final Link link : links) {
            text.append(turnedAway(link));
            refused += link.seal.foreign() + settings.ports().transport().refused(link.peer);
        }
        return text + (refused == 0 ? "" : "; " + refused + " datagrams came that were sealed with other keys, or for"
            + " an earlier process with this seed");
    }

    private boolean isExpected(final Link link) {
        return !settings.seating().isAbsent(link.peer);
    }

    /**
     * Returns whether this peer may begin. Ends a session whose game refuses its config, and one that finds no match.
     */
    public boolean connects(final long nowNs) {
        if (settings.ports().config().refusal() != null) {
            state.end(EndReason.MISMATCH, settings.ports().config().refusal());
            return false;
        }
        return settings.entrance().joining() ? findsMatch(nowNs) : allOpen() && isMeasured(nowNs);
    }

    /**
     * Returns whether a peer is connected that has a match or begins one: a joiner needs only one that knows the
     * others.
     */
    private boolean findsMatch(final long nowNs) {
        boolean found = false;
        boolean allJoin = true;
        for (final Link link : links) {
            found |= link.isOpen() && link.hasMatch();
            allJoin &= link.handshake().isOpen() && !link.hasMatch();
        }
        if (found && settings.ports().config().isKnown()) {
            return true;
        }
        notAllJoinNs = allJoin ? notAllJoinNs : nowNs;
        if (nowNs - notAllJoinNs >= NO_MATCH_NS) {
            state.end(EndReason.NO_MATCH, "no player has a match to join" + others());
        } else if (nowNs - startedNs > settings.timeouts().silenceNs()) {
            state.end(EndReason.PEER_TIMED_OUT, anyOpen()
                ? "found no match to join" + others() + "; if nobody plays, begin a new match without joining"
                : "nobody answered within " + settings.timeouts().silenceMs() + " ms" + strangeToAll());
        }
        return false;
    }

    /** Returns a text with what a joiner knows about each other peer. */
    private String others() {
        final StringBuilder text = new StringBuilder();
        for (final Link link : links) {
            text.append(text.length() == 0 ? ": player " : ", player ").append(link.peer)
                .append(standing(link));
        }
        return text.toString();
    }

    private String standing(final Link link) {
        if (!link.handshake().isOpen()) {
            return " did not answer within " + settings.timeouts().silenceMs() + " ms" + turnedAway(link);
        }
        return link.hasMatch() ? " did not tell the match config" : " joins, too";
    }

    /** Ends the session of a newcomer that will not be taken in any more. */
    public void awaitAdmission(final boolean takenIn, final long sinceNs, final long nowNs) {
        if (nowNs - Math.max(sinceNs, awokeNs) >= JOIN_LIMIT_NS) {
            state.end(EndReason.PEER_TIMED_OUT, "was not taken in within " + JOIN_LIMIT_NS / NS_PER_S + " s"
                + hints());
        } else if (isDeserted(takenIn, nowNs)) {
            state.end(EndReason.PEER_TIMED_OUT, "the others were gone before this peer was taken in");
        }
    }

    /**
     * Has nobody been there for too long to take this newcomer in? The match may be over, and every goodbye lost; or
     * all were killed. Once it is taken in, it agrees with the others on lost peers, as every member does.
     */
    private boolean isDeserted(final boolean takenIn, final long nowNs) {
        for (final Link link : links) {
            final long thereNs = takenIn ? nowNs : link.heardNs();
            if (link.isOpen() && thereNs - companyNs > 0) {
                companyNs = thereNs;
            }
        }
        return nowNs - companyNs >= settings.timeouts().silenceNs();
    }

    private boolean allOpen() {
        for (final Link link : links) {
            if (!link.isOpen() && isExpected(link)) {
                return false;
            }
        }
        return true;
    }

    private boolean anyOpen() {
        for (final Link link : links) {
            if (link.isOpen()) {
                return true;
            }
        }
        return false;
    }

    /** The first input delay comes from what the links measure before the first frame: it need not creep there. */
    private boolean isMeasured(final long nowNs) {
        if (allOpenNs == Long.MIN_VALUE) {
            allOpenNs = nowNs;
        }
        return !settings.delay().measured() || settings.sending().unpaced() || survey.measured()
            || nowNs - allOpenNs >= MEASURE_LIMIT_NS;
    }
}
