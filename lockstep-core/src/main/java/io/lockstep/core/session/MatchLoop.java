package io.lockstep.core.session;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.internal.desync.DesyncWatch;
import io.lockstep.core.internal.desync.DrainCheck;
import io.lockstep.core.internal.desync.GameRunner;
import io.lockstep.core.internal.desync.HaltOrder;
import io.lockstep.core.internal.desync.InputProofs;
import io.lockstep.core.internal.desync.Repair;
import io.lockstep.core.internal.desync.RepairDonor;
import io.lockstep.core.internal.desync.RepairJudge;
import io.lockstep.core.internal.desync.RepairMember;
import io.lockstep.core.internal.desync.RepairMessages;
import io.lockstep.core.internal.desync.RepairTally;
import io.lockstep.core.internal.desync.RepairTarget;
import io.lockstep.core.internal.foresight.Foresight;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchRules;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.game.Timeouts;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.link.Agreement;
import io.lockstep.core.internal.link.ChecksumExchange;
import io.lockstep.core.internal.link.Detours;
import io.lockstep.core.internal.link.GoodbyeSender;
import io.lockstep.core.internal.link.Greeter;
import io.lockstep.core.internal.link.Heartbeats;
import io.lockstep.core.internal.link.InputRequests;
import io.lockstep.core.internal.link.InputSampler;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.LinkSurvey;
import io.lockstep.core.internal.link.LinkTimers;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.Participation;
import io.lockstep.core.internal.link.SessionSeal;
import io.lockstep.core.internal.link.StallWatch;
import io.lockstep.core.internal.link.Testimony;
import io.lockstep.core.internal.link.WindowExchange;
import io.lockstep.core.internal.link.WindowSender;
import io.lockstep.core.internal.link.Wire;
import io.lockstep.core.internal.membership.Membership;
import io.lockstep.core.internal.play.FrameClock;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.LocalInputs;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.play.StateWitness;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.internal.seats.Departures;
import io.lockstep.core.internal.seats.JoinProcess;
import io.lockstep.core.internal.seats.Lineup;
import io.lockstep.core.internal.seats.MemberLinks;
import io.lockstep.core.internal.seats.ProgressWatch;
import io.lockstep.core.internal.seats.ReadySender;
import io.lockstep.core.internal.seats.Rehearsal;
import io.lockstep.core.internal.seats.SeatHost;
import io.lockstep.core.internal.seats.Seats;
import io.lockstep.core.internal.seats.SnapshotReceiver;
import io.lockstep.core.internal.seats.SnapshotSender;
import io.lockstep.core.internal.seats.Sponsor;
import io.lockstep.core.internal.seats.WaitWatch;
import io.lockstep.core.internal.sync.ChecksumLog;
import io.lockstep.core.internal.sync.StateHistory;
import io.lockstep.core.transport.Transport;
import io.lockstep.election.ElectionConfig;
import java.util.SplittableRandom;

/** One peer's match from its first poll to its end: puts the parts together, and acts on what each of them returns. */
final class MatchLoop {

    /** Frames simulated at most between two polls: a peer that fell behind must not stop hearing the others. */
    static final int MAX_STEPS_PER_POLL = 8;
    /** Frames that a newcomer replays at most between two polls: far beyond real time, and it still hears all. */
    private static final int MAX_REPLAY_PER_POLL = 64;

    private final MatchSettings settings;
    final MatchState state;
    final EventQueue events = new EventQueue();
    private final InputLog log;
    private final Foresight foresight;
    final LocalInputs localInputs;
    final FrameClock clock;
    private final FrameOrders orders;
    private final StateHistory states;
    private final StateWitness witness;
    private final WindowExchange windows;
    private final Testimony testimony;
    private final InputRequests requests;
    final WindowSender sender;
    private final LinkSurvey survey;
    final InputDelayController delays;
    final StallWatch stallWatch;
    private final LinkTimers timers;
    private final Greeter greeter;
    private final Inbound inbound;
    private final GoodbyeSender goodbyes;
    private final Participation participation;
    private final Links links;
    final Seats seats;
    private final Rehearsal rehearsal;
    private final GameRunner runner;
    private final InputProofs proofs;
    private final DesyncWatch desyncs;
    private final RepairDonor repairDonor;
    final Repair repair;
    private final DrainCheck drain;
    private final HaltOrder halt;
    final DueFrame due;
    private final RecorderFeed recording;
    final SessionStatistics statistics;

    private boolean activated;
    int stepsLeft;

    MatchLoop(final MatchSettings told) {
        final MatchRules rules = told.rules();
        // The game, in front of which stands what plays it ahead.
        log = new InputLog(told.players(), rules.inputBytes(), rules.maxEventBytes(), rules.startFrame());
        foresight = Foresight.of(told, log);
        settings = told.playing(foresight);
        final Transport transport = settings.ports().transport();
        final SplittableRandom random = settings.entrance().numbers();
        final int incarnation = (int) random.nextLong();
        state = new MatchState(rules.startFrame(), rules.endFrame(), settings.ahead().frames());
        // What is played, and when.
        localInputs = new LocalInputs(settings, log);
        clock = new FrameClock(rules.tickRate(), settings.sending().unpaced());
        orders = new FrameOrders(settings, log, events);
        states = DesyncWatch.historyFor(settings);
        witness = new StateWitness(settings, orders, states);
        delays = new InputDelayController(settings.delay().policy(), settings.delay().min(), settings.delay().max(),
            settings.delay().longest());
        final ChecksumLog checksums = new ChecksumLog(settings.state().checksumInterval(), Message.MAX_PLAYERS);
        // The links, and what travels on them.
        final Agreement agreement = new Agreement(settings);
        links = new Links(settings, agreement, incarnation, random);
        final Link[] all = links.all();
        final MessageCodec codec = new MessageCodec(new WireLimits(rules.inputBytes(),
            settings.seating().largestLink(), rules.maxEventBytes(), WireLimits.DEFAULT_STATE_BYTES));
        final SessionSeal seal = new SessionSeal(links, transport);
        final Wire wire = new Wire(transport, seal, codec, settings.sending().protocolMode());
        final Detours detours = new Detours(settings, links, wire);
        testimony = new Testimony(settings, log, links, wire, orders, events);
        requests = new InputRequests(settings, log, links, wire, testimony);
        final ChecksumExchange exchange =
            new ChecksumExchange(checksums, settings.state().checksumInterval(), rules.startFrame());
        final Heartbeats heartbeats = new Heartbeats(settings.self(), wire);
        windows = new WindowExchange(settings, log, exchange, events, clock, delays, wire, detours);
        survey = new LinkSurvey(all, clock.tickNs(), settings.ahead().frames());
        sender = new WindowSender(settings, links, windows, detours, survey, clock.tickNs());
        final InputSampler sampler =
            new InputSampler(settings, all, localInputs, delays, windows, survey, sender, events);
        timers = new LinkTimers(state, settings, all, wire, heartbeats, survey, events);
        goodbyes = new GoodbyeSender(all, wire);
        greeter = new Greeter(settings, state, agreement, codec, wire, events, goodbyes, random);
        stallWatch = new StallWatch(state, settings, all, log, clock, events);
        participation = new Participation(state, links, localInputs);
        // Who is in the match.
        final Lineup lineup = new Lineup(settings, orders);
        rehearsal = new Rehearsal(lineup, links, clock, survey, sampler, delays, settings.delay().max());
        final MemberLinks members = new MemberLinks(settings, state, links, wire, testimony, incarnation);
        seats = seats(members, lineup, checksums, wire, incarnation, (int) random.nextLong());
        recording = new RecorderFeed(settings, log, checksums, orders, seats.membership().epoch());
        // Whether all have the same state.
        proofs = new InputProofs(settings, log, links, wire, events, members::incarnation);
        desyncs = new DesyncWatch(settings, log, checksums, exchange, events, links, wire, states, proofs);
        runner = new GameRunner(settings, foresight, log, desyncs, orders, witness);
        drain = new DrainCheck(state, links, checksums, exchange, desyncs, settings.timeouts().dropNs());
        halt = new HaltOrder(settings, checksums, events);
        due = new DueFrame(state, log, localInputs, clock, sampler, survey, stallWatch, lineup, halt, events);
        repairDonor = new RepairDonor(settings, checksums, wire, links, orders);
        final RepairTally tally = new RepairTally(settings.self(), events);
        repair = repair(checksums, wire, tally);
        inbound = inbound(seal, codec, heartbeats, detours);
        statistics = new SessionStatistics(state, all, clock, localInputs, desyncs, tally, events,
            seats.membership().election().counters(), foresight.statistics());
        // Only the peers of simulated matches ask for it.
        if (settings.ports().input() instanceof Inspector.Owner owner) {
            owner.inspects(this::inspect);
        }
    }

    private Seats seats(final MemberLinks members, final Lineup lineup, final ChecksumLog checksums, final Wire wire,
                        final int incarnation, final long seed) {
        final ProgressWatch watch = new ProgressWatch(links, log, localInputs, clock, requests,
            settings.timeouts().dropNs(), Math.max(settings.timeouts().silenceNs(), settings.timeouts().dropNs()));
        final WaitWatch waits = new WaitWatch(settings, state, links, log, clock, lineup, requests);
        final Departures departures = new Departures(settings, state, links, log, localInputs, orders, events);
        final SnapshotSender snapshots = new SnapshotSender(settings, log, orders, wire, links);
        final SnapshotReceiver receiver =
            settings.entrance().joining() ? new SnapshotReceiver(settings, log, orders, wire) : null;
        final JoinProcess join = new JoinProcess(state, settings, lineup, links, log, rehearsal,
            new ReadySender(settings.self(), incarnation, wire), witness, receiver);
        final Sponsor sponsor =
            new Sponsor(state, settings.rules(), links, localInputs, survey, checksums, witness, members, orders);
        final Membership membership = new Membership(settings.self(), seed, new ElectionConfig(Timeouts.HEARTBEAT_NS,
            Timeouts.MIN_ELECTION_NS, Timeouts.MAX_ELECTION_NS, ElectionConfig.DEFAULT_SUCCESSOR_STEP_NS),
            settings.rules().twoPeerPolicy(),
            new SeatHost(state, lineup, departures, members, sponsor, snapshots, join, watch, waits));
        return new Seats(state, lineup, departures, members, membership, watch, waits, snapshots, join);
    }

    private Repair repair(final ChecksumLog checksums, final Wire wire, final RepairTally tally) {
        final RepairMessages messages = new RepairMessages(settings.self(), state, links, wire);
        final RepairTarget target = new RepairTarget(settings, links, desyncs, runner, checksums, wire);
        return new Repair(state, settings, seats, desyncs, new RepairJudge(state, settings, checksums, survey, states),
            new RepairMember(settings.self(), state, repairDonor, target, runner, checksums, witness, messages),
            messages, tally);
    }

    private Inbound inbound(final SessionSeal seal, final MessageCodec codec, final Heartbeats heartbeats,
                            final Detours detours) {
        final WindowInbound arriving = new WindowInbound(state, windows, seats, desyncs);
        return new Inbound(state, links, seal, codec, greeter, heartbeats,
            arriving, new RelayInbound(state, links, codec, arriving, detours, testimony, requests, seats),
            new MemberInbound(settings, state, codec, greeter, windows, participation, seats, desyncs, repair, proofs),
            seats);
    }

    /** The one method that changes the phase. */
    private void phase(final Phase next) {
        final Phase before = state.phase();
        foresight.end();
        state.phase(next);
        if (next == Phase.PLAYING && before == Phase.JOINING) {
            rehearsal.end(state.nowNs());
            greeter.joined(links);
            events.tell(SessionEvent.Type.STARTED, -1, state.frame());
        } else if (next == Phase.PLAYING) {
            seats.start(settings.rules().matchId(), state.nowNs());
            recording.begin(settings.rules().startFrame());
            seats.tellLeader(events);
            desyncs.begin(state.frame());
            due.begin(state.frame(), state.nowNs());
        } else if (next == Phase.ENDED) {
            recording.end(state.frame(), state.endReason());
            desyncs.end();
            events.tell(SessionEvent.Type.ENDED, -1, state.frame());
        }
    }

    /** Does all network work that is due; answers how much was done. */
    int poll(final long now) {
        state.at(now);
        windows.polls(now);
        foresight.polled();
        stepsLeft = state.phase() == Phase.JOINING ? MAX_REPLAY_PER_POLL : MAX_STEPS_PER_POLL;
        if (state.phase() == Phase.ENDED) {
            return 0;
        }
        timers.begin(now);
        links.now(now);
        settings.ports().config().give(settings.game());
        final int work = settings.ports().transport().poll(now, inbound);
        if (settings.ports().transport().failure() != null) {
            state.end(EndReason.TRANSPORT, settings.ports().transport().failure());
            phase(Phase.ENDED);
            return work;
        }
        timers.tend(seats.membership().election().term(), now);
        desyncs.tick(repairDonor.giving(), now);
        proofs.tick(now);
        testimony.tend(now);
        advancePhase();
        return work;
    }

    private void advancePhase() {
        if (state.phase() == Phase.CONNECTING) {
            if (timers.connects(state.nowNs())) {
                phase(settings.entrance().joining() ? Phase.JOINING : Phase.PLAYING);
            }
        } else if (participation.takesPart()) {
            tendSeats();
            tendState();
        }
        if (state.phase() == Phase.JOINING) {
            timers.awaitAdmission(!seats.membership().isJoining(), seats.join().idleSinceNs(), state.nowNs());
        } else if (state.phase() == Phase.PLAYING) {
            due.open();
            stallWatch.watch(state.frame(), state.nowNs());
        }
        if (state.phase() == Phase.DRAINING && !runner.isBehind() && drain.isDone(seats.lineup().followsTheOther())) {
            state.end(halt.isObeyed() ? EndReason.DESYNC : EndReason.FINISHED, null);
        }
        if (state.phase() != Phase.LEAVING || participation.owesInputs()) {
            sender.tend(state.frame(), clock.isStalled(), state.nowNs());
        } else if (goodbyes.done(state.endReason(), seats.epochId(), state.frame(), state.nowNs())) {
            phase(Phase.ENDED);
        }
    }

    private void tendSeats() {
        seats.decide(orders.isPaused(), due.standstillNs(), survey.slowRttNs(), state.nowNs());
        if (requests.isDue(seats.impatient(), clock.stalledNs(state.nowNs()), state.nowNs())) {
            requests.tick(seats.voters(), seats.impatient(), state.frame(), clock.stalledNs(state.nowNs()),
                state.nowNs());
        }
        windows.leads(seats.ledTerm());
        seats.tellLeader(events);
        seats.follow(state.nowNs());
        if (seats.load(state.nowNs())) {
            state.frame(seats.join().firstFrame());
            desyncs.begin(state.frame());
            recording.begin(state.frame());
        }
        seats.comeIn(state.nowNs());
    }

    private void tendState() {
        if (repair.tick(runner.isBehind())) {
            recording.begin(state.frame());
        }
        if (repair.takeHalt()) {
            localInputs.command(Command.of(Command.Kind.HALT));
        }
        halt();
    }

    /** Plays the frame that is due: as it is, if everybody's input is here, else ahead of that as far as it may be. */
    boolean step() {
        if (state.phase() == Phase.JOINING) {
            return replay();
        }
        if (state.phase() != Phase.PLAYING || stepsLeft == 0 || !due.isDue()) {
            return false;
        }
        due.open();
        while (due.isAhead() && due.maySettle() && foresight.maySettle()) {
            simulate();
        }
        final boolean passes = due.mayPass();
        if (passes) {
            pass(state.head());
        }
        if (state.phase() == Phase.PLAYING && !runner.isBehind() && !orders.isPaused()) {
            foresight.advance(state.head());
        }
        return passes;
    }

    private void pass(final long frame) {
        stepsLeft--;
        due.passes(frame);
        if (!due.isAhead() && due.maySettle()) {
            simulate();
        } else {
            state.ahead();
        }
        due.passed();
    }

    /** One frame of those the others have simulated before us. */
    private boolean replay() {
        if (stepsLeft == 0 || state.frame() == state.endFrame() || !seats.mayReplay(state.frame(), state.nowNs())) {
            return false;
        }
        stepsLeft--;
        simulate();
        rehearsal.played(state.nowNs());
        if (activated && state.phase() == Phase.JOINING) {
            phase(Phase.PLAYING);
        }
        return true;
    }

    private void simulate() {
        runner.execute(state.frame());
        localInputs.executed(state.frame(), orders.isPaused(), state.phase() == Phase.PLAYING);
        recording.simulated(state.frame(), runner.isBehind());
        activated |= seats.simulated(state.frame(), runner.isBehind(), orders);
        repair.executed(state.frame());
        state.frame(state.frame() + 1);
        halt.ordered(orders.takeHalt(), state.nowNs());
        if (!halt() && state.frame() == state.endFrame()) {
            phase(Phase.DRAINING);
        }
    }

    /** Ends the match with the frame executed last, if that was ordered and there is a reason for it. */
    private boolean halt() {
        if (state.phase() != Phase.PLAYING
            || !halt.tick(seats.voters(), seats.leader(), state.frame(), state.nowNs())) {
            return false;
        }
        state.endsAt(state.frame());
        phase(Phase.DRAINING);
        return true;
    }

    /** Leaves the match with a last input. */
    void leave() {
        if (state.phase() == Phase.PLAYING) {
            seats.membership().transferTo(Membership.NOBODY);
            localInputs.leave();
            localInputs.sampleFor(localInputs.next(), state.nowNs());
            sender.sampled(state.frame(), state.nowNs());
        }
        state.end(EndReason.LEFT, null);
    }

    /** Gives a session command with the next input that is sampled; false if that cannot be. */
    boolean command(final Command.Kind kind) {
        return state.phase() == Phase.PLAYING && localInputs.command(Command.of(kind));
    }

    /** Tells what each part holds, for {@link Inspector}. */
    private void inspect(final Inspector by) {
        events.inspect(by);
        by.holds("commands that wait", localInputs.ordersWait() ? 1 : 0, 0);
        by.holds("an order to end the match", halt.isOpen() ? 1 : 0, 0);
        links.inspect(by, state.nowNs());
        requests.inspect(by, state.nowNs());
        seats.inspect(by);
        desyncs.inspect(by);
        repair.inspect(by);
    }
}
