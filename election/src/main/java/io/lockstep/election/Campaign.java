package io.lockstep.election;

/**
 * The roles of a peer and what leads from one to the other. {@link Election} has checked by now that a message is of a
 * living member and its term believable.
 */
final class Campaign {

    private final int self;
    private final Electorate electorate;
    private final Ballots ballots;
    private final Timeouts timeouts;
    private final Hearing hearing;
    private final ElectionCounters counters;
    private final Lease lease;
    private final Candidacy candidacy = new Candidacy();
    private final Handover handover = new Handover();

    private Role role = Role.OUT;
    private long term;
    private int votedFor = Election.NOBODY;
    private boolean mayStand = true;
    private long correctedNs;
    /** Who is heard and follows this leader no more. */
    private int doubters;

    Campaign(final int self, final Electorate electorate, final Ballots ballots, final Timeouts timeouts,
            final Hearing hearing, final ElectionCounters counters) {
        this.self = self;
        this.electorate = electorate;
        this.ballots = ballots;
        this.timeouts = timeouts;
        this.hearing = hearing;
        this.counters = counters;
        lease = new Lease(self, electorate, timeouts);
    }

    void start(final long startTerm, final int startLeader, final long nowNs) {
        term = startTerm;
        // A former incarnation may have voted in this term.
        votedFor = self;
        correctedNs = nowNs - Candidacy.REPEAT_NS;
        transition(Role.OUT);
        if (startLeader == Election.NOBODY) {
            lease.newTerm();
            lease.waitUntil(nowNs + timeouts.turn(lease.rank(self)));
        } else {
            lease.adopt(startLeader, nowNs);
        }
        if (electorate.lives(self)) {
            transition(startLeader == self ? Role.LEADER : Role.FOLLOWER);
        }
    }

    void tick(final long nowNs) {
        switch (role) {
            case FOLLOWER -> {
                if (mayStand && lease.over(nowNs)) {
                    askBeforehand(false, nowNs);
                }
            }
            case PRE_CANDIDATE, CANDIDATE -> goOn(nowNs);
            case LEADER -> {
                if (hasQuorum(nowNs)) {
                    handover.call(nowNs, term, ballots);
                } else {
                    stepDown(nowNs);
                }
            }
            default -> { }
        }
    }

    void heardLeader(final int from, final long claimed, final long nowNs) {
        if (claimed < term) {
            correct(from, nowNs);
            return;
        }
        if (claimed > term) {
            follow(claimed, nowNs);
        }
        if (lease.leader() == Election.NOBODY) {
            lease.adopt(from, nowNs);
            counters.leadershipChanges++;
        } else if (lease.leader() == from) {
            lease.renew(nowNs);
        } else {
            counters.twinLeaders++;
            return;
        }
        transition(role == Role.OUT ? Role.OUT : Role.FOLLOWER);
    }

    void onRequestVote(final int from, final long asked, final boolean preVote, final boolean upToDate,
            final long nowNs) {
        lease.onAsked(from);
        final boolean granted = role != Role.OUT
            && (preVote ? wouldVote(from, asked, upToDate, nowNs) : votes(from, asked, upToDate, nowNs));
        if (!granted) {
            counters.refusedVotes++;
        }
        if (role != Role.OUT) {
            ballots.voteResponse(from, granted ? asked : term, preVote, granted);
        }
    }

    void onVoteResponse(final int from, final long said, final boolean preVote, final boolean granted,
            final long nowNs) {
        final boolean awaited = preVote ? granted && role == Role.PRE_CANDIDATE && said == term + 1
            : role == Role.CANDIDATE && said == term;
        if (awaited) {
            candidacy.answered(from, granted);
            count(nowNs);
        } else if (said > term && !(preVote && granted)) {
            follow(said, nowNs);
        }
    }

    void onTransfer(final int from, final long leads, final long nowNs) {
        final boolean waits = role == Role.FOLLOWER || role == Role.PRE_CANDIDATE;
        if (waits && mayStand && leads == term && from == leader() && term < Election.MAX_TERM) {
            stand(nowNs);
        } else {
            counters.refusedTransfers++;
        }
    }

    boolean transferTo(final int successor, final long nowNs) {
        if (role == Role.LEADER) {
            handover.begin(successor, nowNs, timeouts.longest());
            handover.call(nowNs, term, ballots);
        }
        return role == Role.LEADER;
    }

    void membersChanged(final long nowNs) {
        if (!electorate.lives(self)) {
            transition(Role.OUT);
            return;
        }
        transition(role == Role.OUT ? Role.FOLLOWER : role);
        final int leader = leader();
        if (leader != Election.NOBODY && !electorate.lives(leader)) {
            lease.lapse(nowNs + timeouts.turn(lease.rank(self)));
        }
        // Whoever takes the seat of the one it voted for is somebody else.
        votedFor = votedFor == Election.NOBODY || electorate.lives(votedFor) ? votedFor : self;
        handover.keepTo(electorate.living());
        count(nowNs);
        tick(nowNs);
    }

    void leaderLost(final long nowNs) {
        if (role != Role.LEADER && leader() != Election.NOBODY) {
            lease.lapse(nowNs + timeouts.turn(lease.rank(self)));
        }
    }

    void doubted(final int members) {
        doubters = members;
    }

    void mayStand(final boolean may) {
        mayStand = may;
        if (!may && (role == Role.PRE_CANDIDATE || role == Role.CANDIDATE)) {
            transition(Role.FOLLOWER);
        }
    }

    void stepDown(final long nowNs) {
        if (role == Role.LEADER) {
            transition(Role.FOLLOWER);
            // The others notice one timeout later: all of them go first.
            lease.lapse(nowNs + timeouts.longest() + timeouts.turn(lease.rank(self)));
        } else if (role == Role.PRE_CANDIDATE || role == Role.CANDIDATE) {
            transition(Role.FOLLOWER);
            lease.waitUntil(nowNs + timeouts.draw());
        }
    }

    Role role() {
        return role;
    }

    long term() {
        return term;
    }

    int leader() {
        final boolean former = lease.leader() == self && role != Role.LEADER;
        return former || lease.lapsed() ? Election.NOBODY : lease.leader();
    }

    int supports() {
        if (lease.leader() != Election.NOBODY) {
            return lease.leader();
        }
        return votedFor == Election.NOBODY ? self : votedFor;
    }

    boolean isFree() {
        return lease.leader() == Election.NOBODY && votedFor == Election.NOBODY;
    }

    boolean isLed(final long nowNs) {
        return role == Role.LEADER ? hasQuorum(nowNs) : lease.holds(nowNs);
    }

    private void askBeforehand(final boolean again, final long nowNs) {
        if (term == Election.MAX_TERM) {
            return;
        }
        transition(Role.PRE_CANDIDATE);
        counters.suspicions++;
        if (again) {
            candidacy.again(self, nowNs, timeouts.draw());
        } else {
            candidacy.begin(self, nowNs, timeouts.draw());
        }
        count(nowNs);
        if (role == Role.PRE_CANDIDATE) {
            request(0);
        }
    }

    private void goOn(final long nowNs) {
        if (candidacy.over(nowNs)) {
            tryAgain(nowNs);
            return;
        }
        // Who gave another one the time to stand may have its votes already.
        count(nowNs);
        if ((role == Role.PRE_CANDIDATE || role == Role.CANDIDATE) && candidacy.repeats(nowNs)) {
            // Whoever refused to say it would vote may have had a lease; a vote in a term is given or not.
            request(role == Role.PRE_CANDIDATE ? 0 : candidacy.refusals());
        }
    }

    /** Nobody won in time. Who asked beforehand only has taken no votes from others. */
    private void tryAgain(final long nowNs) {
        final int place = lease.place(hearing.within(timeouts.longest(), nowNs));
        if (role == Role.CANDIDATE && place > 0) {
            transition(Role.FOLLOWER);
            lease.waitUntil(nowNs + timeouts.again(place));
        } else {
            askBeforehand(role == Role.PRE_CANDIDATE, nowNs);
        }
    }

    private void stand(final long nowNs) {
        transition(Role.CANDIDATE);
        term++;
        votedFor = self;
        lease.newTerm();
        counters.electionsStarted++;
        candidacy.begin(self, nowNs, timeouts.draw());
        count(nowNs);
        if (role == Role.CANDIDATE) {
            request(0);
        }
    }

    private void lead(final long nowNs) {
        transition(Role.LEADER);
        lease.adopt(self, nowNs);
        hearing.restart(electorate.members(), nowNs);
        counters.leadershipChanges++;
    }

    /** Goes on as far as the votes carry, or gives up at once when no answer still missing can help. */
    private void count(final long nowNs) {
        if (role == Role.PRE_CANDIDATE && electorate.decides(candidacy.votes()) && !candidacy.isDeferred(nowNs)) {
            stand(nowNs);
        } else if (role == Role.CANDIDATE && electorate.decides(candidacy.votes())) {
            lead(nowNs);
            return;
        }
        final int heard = hearing.within(timeouts.longest(), nowNs);
        if (role == Role.CANDIDATE && !electorate.decides((heard | 1 << self) & ~candidacy.refusals())) {
            transition(Role.FOLLOWER);
            lease.waitUntil(nowNs + timeouts.afterSplit(lease.place(heard)));
        }
    }

    private void request(final int butNot) {
        final boolean preVote = role == Role.PRE_CANDIDATE;
        candidacy.ask(electorate.living() & ~butNot, preVote ? term + 1 : term, preVote, ballots);
    }

    /** No peer would vote while it has a leader: a peer cut off alone finds nobody who would. */
    private boolean wouldVote(final int from, final long asked, final boolean upToDate, final long nowNs) {
        if (asked <= term || !upToDate || isLed(nowNs)) {
            return false;
        }
        final boolean waits = role == Role.FOLLOWER || role == Role.PRE_CANDIDATE;
        if (waits && lease.givesWayTo(from)) {
            transition(Role.FOLLOWER);
            lease.waitUntil(nowNs + timeouts.draw());
        } else if (role == Role.PRE_CANDIDATE && lease.rank(from) < lease.rank(self)) {
            // It gets our answer and can ask for votes in two trips; if both stood at once they would split them.
            candidacy.deferTo(from, nowNs, timeouts.twoTrips());
        }
        return true;
    }

    /** One vote in each term; a leader of the term that is known has won it. */
    private boolean votes(final int from, final long asked, final boolean upToDate, final long nowNs) {
        if (asked > term) {
            follow(asked, nowNs);
        }
        final boolean free = votedFor == Election.NOBODY || votedFor == from;
        if (asked < term || !upToDate || !free || lease.leader() != Election.NOBODY) {
            return false;
        }
        votedFor = from;
        transition(Role.FOLLOWER);
        lease.waitUntil(nowNs + timeouts.draw());
        return true;
    }

    /** Follows a higher term, whose leader is not known yet. */
    void follow(final long higher, final long nowNs) {
        term = higher;
        votedFor = Election.NOBODY;
        lease.newTerm();
        lease.waitUntil(nowNs + timeouts.draw());
        transition(role == Role.OUT ? Role.OUT : Role.FOLLOWER);
    }

    /** Tells a leader of an old term which term it is, or this peer could never follow it. */
    private void correct(final int from, final long nowNs) {
        counters.staleLeaders++;
        if (role != Role.OUT && nowNs - correctedNs >= Candidacy.REPEAT_NS) {
            correctedNs = nowNs;
            ballots.voteResponse(from, term, false, false);
        }
    }

    private boolean hasQuorum(final long nowNs) {
        return electorate.decides(hearing.within(timeouts.longest(), nowNs) & ~doubters | 1 << self);
    }

    /** The only place where a running peer changes its role. */
    private void transition(final Role next) {
        if (!role.mayBecome(next)) {
            throw new IllegalStateException(role + " cannot become " + next + " in term " + term);
        }
        if (next != Role.LEADER) {
            handover.clear();
        }
        role = next;
    }
}
