package io.lockstep.examples.peer;

import io.lockstep.codecs.replay.DesyncFolder;
import io.lockstep.core.game.Cue;
import io.lockstep.core.game.Cues;
import io.lockstep.core.game.DesyncOptions;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.MatchRecorder;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Transport;
import io.lockstep.examples.dogfight.Dogfight;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * One player's side of a match of dogfight: game, session and transport, and what became of them. Everything runs on
 * the thread that calls {@link #advance}.
 */
public final class MatchPeer implements AutoCloseable {

    /** Peers that play another game, or other rules of this one, are refused by this name. */
    public static final String GAME_ID = "dogfight-1";

    /** Who was left out tries for so long to come back: the others may sleep, too. Two wait as long for each other. */
    private static final long COME_BACK_NS = 60_000_000_000L;
    private static final long NEVER = -1;
    private static final int NOBODY = -1;

    /** Where the saved state holds the first ship's x. */
    private static final int FIRST_SHIP = 20;

    private final int player;
    private final MatchOptions settings;
    private final Map<Integer, Address> others;
    private final Dogfight game;
    private final FaultyMemory memory;
    private final InputSource input;
    private final MatchRecorder recorder;
    private Cues cues;
    private final Transport transport;
    private Session session;
    private Measures measures;
    private final LineUp lineUp;
    private final Differences differences;
    private Waits waits;
    /** Whether the session joined a running match at its first start. */
    private boolean joining;
    private Runnable afterFrame = () -> { };
    private Consumer<String> news = line -> { };
    private Consumer<Cue> effects = cue -> { };
    private DesyncFolder desyncFolder;
    private String lost;
    /** The transport's last hint about a player that is not heard. */
    private String hint;
    private long startedNs;
    private long endedNs;
    private boolean started;
    private boolean stopped;
    private boolean killed;
    private boolean frozen;
    /** When this peer found itself left out, of the times it was since it last played. */
    private long leftOutNs;
    private boolean leftOut;
    /** The frame from which on it has played on alone; −1 while it has not. */
    private long aloneFrom = NEVER;
    private int lastLost;
    /** Who has paused the match; −1 while it is played. */
    private int pausedBy = NOBODY;

    private MatchPeer(final MatchOptions settings, final int player, final Map<Integer, Address> others,
                      final Transport transport, final Function<Dogfight, InputSource> pilot,
                      final MatchRecorder recorder) {
        this.settings = settings;
        this.player = player;
        this.others = new TreeMap<>(others);
        this.transport = transport;
        game = new Dogfight(settings.players(), settings.matchId());
        memory = new FaultyMemory(game, FIRST_SHIP);
        this.recorder = recorder;
        input = pilot.apply(game);
        begin(settings.lostPeers().rejoin());
        final TreeSet<Integer> invited = new TreeSet<>(others.keySet());
        invited.add(player);
        lineUp = new LineUp(settings.frames(), invited);
        differences = new Differences(player);
    }

    /** Begins a session of a running match, or of a new one. */
    private void begin(final boolean joins) {
        final LostPeers lostPeers = settings.lostPeers();
        final SessionConfig config = Session.builder().gameId(GAME_ID).matchId(settings.matchId())
            .sessionSeed(System.nanoTime()).players(settings.players()).localPlayer(player).simulation(memory)
            .input(input)
            .transport(transport).observer(Instruments.of(transport, player)).tickRate(settings.tickRate())
            .checksumInterval(settings.checksumInterval()).endFrame(settings.frames())
            .silenceTimeoutMs(settings.timeoutMs()).protocolMode(settings.mode()).unpaced(settings.unpaced())
            .twoPeerPolicy(lostPeers.policy()).dropTimeoutMs(lostPeers.dropTimeoutMs())
            .desyncPolicy(settings.desyncPolicy()).prediction(settings.prediction())
            .maxStateBytes(settings.maxStateBytes())
            .desync(new DesyncOptions().scratch(() -> new Dogfight(settings.players(), settings.matchId())))
            .recording(recorder).joining(joins).seatToken(lostPeers.tokenOf(settings.matchId(), player));
        if (settings.inputDelay() != MatchOptions.ADAPTIVE) {
            config.inputDelay(settings.inputDelay());
        }
        if (!joins) {
            config.absent(IntStream.range(0, settings.players())
                .filter(seat -> seat != player && !others.containsKey(seat)).toArray());
        }
        cues = config.cues();
        game.cues(cues);
        session = config.build();
        measures = new Measures(session.statistics());
        joining = joins;
        waits = new Waits(others.keySet(), joins, settings.timeoutMs(), lostPeers.dropTimeoutMs());
    }

    /**
     * Starts a peer without a recording; see the other method of this name.
     *
     * @param kind     what the match is played over
     * @param settings what is played
     * @param player   who plays here
     * @param listen   where this peer listens
     * @param others   where every other player listens
     * @param pilot    makes the source of this player's input from the game it looks at
     * @return a peer that has sent nothing yet
     * @throws io.lockstep.core.transport.TransportException if the transport cannot start
     * @throws IllegalArgumentException             if a setting is out of range or contradicts another
     */
    public static MatchPeer launch(final TransportKind kind, final MatchOptions settings, final int player,
                                   final Address listen, final Map<Integer, Address> others,
                                   final Function<Dogfight, InputSource> pilot) {
        return launch(kind, Protection.NONE, settings, player, listen, others, pilot, null);
    }

    /**
     * Starts a peer with a transport of its own. Blocks while that starts.
     *
     * @param kind       what the match is played over
     * @param protection what keeps strangers out
     * @param settings   what is played
     * @param player     who plays here
     * @param listen     where this peer listens
     * @param others     where every other player listens
     * @param pilot      makes the source of this player's input from the game it looks at
     * @param recorder   records the match, null if nobody does
     * @return a peer that has sent nothing yet
     * @throws io.lockstep.core.transport.TransportException if the transport cannot start
     * @throws IllegalArgumentException             if a setting is out of range or contradicts another
     */
    public static MatchPeer launch(final TransportKind kind, final Protection protection, final MatchOptions settings,
                                   final int player, final Address listen, final Map<Integer, Address> others,
                                   final Function<Dogfight, InputSource> pilot, final MatchRecorder recorder) {
        return over(kind.launch(player, listen, others, protection), settings, player, others, pilot, recorder);
    }

    /**
     * Starts a peer over any transport without a recording; see the other method of this name.
     *
     * @param transport built for the same players
     * @param settings  what is played
     * @param player    who plays here
     * @param others    where every other player listens, for messages; a seat that is missing is empty
     * @param pilot     makes the source of this player's input from the game it looks at
     * @return a peer that has sent nothing yet
     * @throws IllegalArgumentException if a setting is out of range or contradicts another; closes the transport
     */
    public static MatchPeer over(final Transport transport, final MatchOptions settings, final int player,
                                 final Map<Integer, Address> others, final Function<Dogfight, InputSource> pilot) {
        return over(transport, settings, player, others, pilot, null);
    }

    /**
     * Starts a peer over any transport, which it closes in the end.
     *
     * @param transport built for the same players
     * @param settings  what is played
     * @param player    who plays here
     * @param others    where every other player listens, for messages; a seat that is missing is empty
     * @param pilot     makes the source of this player's input from the game it looks at
     * @param recorder  records the match, null if nobody does
     * @return a peer that has sent nothing yet
     * @throws IllegalArgumentException if a setting is out of range or contradicts another; closes the transport
     */
    public static MatchPeer over(final Transport transport, final MatchOptions settings, final int player,
                                 final Map<Integer, Address> others, final Function<Dogfight, InputSource> pilot,
                                 final MatchRecorder recorder) {
        try {
            return new MatchPeer(settings, player, others, transport, pilot, recorder);
        } catch (final RuntimeException refused) {
            transport.close();
            throw refused;
        }
    }

    /**
     * Sets what is done after each frame, such as showing it.
     *
     * @param action run on the session's thread
     */
    public void afterFrame(final Runnable action) {
        afterFrame = action;
    }

    /**
     * Sets who is told of players that come and go.
     *
     * @param listener takes one line for a person, on the session's thread
     */
    public void onNews(final Consumer<String> listener) {
        news = listener;
    }

    /**
     * Sets what is done with what the game wants to be seen or heard: each once, however often it was played.
     *
     * @param listener takes cues of the game's kinds, each valid during the call only, on the session's thread
     */
    public void onCue(final Consumer<Cue> listener) {
        effects = listener;
    }

    /**
     * Sets where reports go when states differ; they are written nowhere by default.
     *
     * @param folder writes them, on the session's thread
     */
    public void onDesync(final DesyncFolder folder) {
        desyncFolder = folder;
    }

    /**
     * Does all that is due.
     *
     * @param nowNs monotonic nanoseconds
     */
    public void advance(final long nowNs) {
        if (ended() || frozen) {
            return;
        }
        waits.look(nowNs);
        session.poll(nowNs);
        while (session.step()) {
            waits.played(nowNs);
            lineUp.played(session.leader(), session.term(), session.epoch().number());
            afterFrame.run();
        }
        for (Cue cue = cues.nextCue(); cue != null; cue = cues.nextCue()) {
            effects.accept(cue);
        }
        for (SessionEvent event = session.nextEvent(); event != null; event = session.nextEvent()) {
            note(event, nowNs);
        }
        if (session.phase() == Phase.ENDED && mayComeBack(nowNs)) {
            session = session.rejoin();
            waits.entersAgain(nowNs);
            measures = new Measures(session.statistics());
            endedNs = 0;
        } else if (session.endReason() == EndReason.NO_MATCH && session.phase() == Phase.ENDED && !stopped) {
            news.accept(session.error() + "; beginning a new one");
            begin(false);
            endedNs = 0;
        }
    }

    /**
     * Sleeps until there is something to do.
     *
     * @param maxNs nanoseconds after the last {@link #advance}
     */
    public void await(final long maxNs) {
        session.await(maxNs);
    }

    /** The match has gone on without us, which we did not ask for. */
    private boolean mayComeBack(final long nowNs) {
        if (stopped || settings.lostPeers().policy() != TwoPeerPolicy.REJOIN) {
            return false;
        }
        if (session.endReason() == EndReason.EVICTED) {
            if (!leftOut) {
                leftOut = true;
                leftOutNs = nowNs;
            }
            news.accept("the match went on without us; entering it again");
        }
        return leftOut && nowNs - leftOutNs < COME_BACK_NS
            && (session.endReason() == EndReason.EVICTED || session.endReason() == EndReason.PEER_TIMED_OUT);
    }

    private void note(final SessionEvent event, final long nowNs) {
        lineUp.note(event);
        waits.note(event, nowNs);
        switch (event.type()) {
            case STARTED -> {
                if (started || joining) {
                    news.accept("in the match again");
                }
                startedNs = started ? startedNs : nowNs;
                started = true;
                leftOut = false;
                lineUp.start(session.epoch().members().mask());
            }
            case DESYNC_REPORT -> news.accept(differences.note(event.report(),
                desyncFolder == null ? null : desyncFolder.write(event.report())));
            case PEER_TIMED_OUT -> lost = " (address " + others.get(event.peer()) + ")";
            case ENDED -> endedNs = nowNs;
            case ALONE -> {
                aloneFrom = event.frame();
                lastLost = event.peer();
            }
            case PEER_JOINED -> aloneFrom = NEVER;
            case PAUSED -> pausedBy = event.player();
            case RESUMED -> pausedBy = NOBODY;
            case REPAIR_OFFERED -> {
                news.accept("desync: loading the state of player " + event.peer());
                session.acceptRepair();
            }
            case STATE_TOO_LARGE -> news.accept("the state of the game has " + event.count() + " bytes, and "
                + "maxStateBytes is " + settings.maxStateBytes() + " here: nobody can join until it shrinks; set a "
                + "higher SessionConfig.maxStateBytes at every peer");
            default -> {
                // Nothing that the summary tells.
            }
        }
        tell(differences.note(event));
        tell(lineUp.news());
    }

    /** Asks the transport why a player is not heard, and prints the answer if it has changed. */
    void tellHint() {
        final String before = hint;
        hint = ended() ? null : others.keySet().stream().map(transport::hint).filter(Objects::nonNull).findFirst()
            .orElse(null);
        if (hint != null && !hint.equals(before)) {
            news.accept(hint);
        }
    }

    private void tell(final String line) {
        if (line != null && started) {
            news.accept(line);
        }
    }

    /** Changes one bit of the game's state, as a faulty memory would: the players' states differ from then on. */
    public void flipBit() {
        memory.flip();
    }

    /**
     * Does nothing any more, as a process that was stopped, or goes on.
     *
     * @param still whether {@link #advance} is to do nothing
     */
    public void freeze(final boolean still) {
        frozen = still;
    }

    /**
     * Whether it does nothing.
     *
     * @return what was told last
     */
    public boolean frozen() {
        return frozen;
    }

    /** Stops without a word, as a process does that is killed: the others have to notice. */
    public void kill() {
        if (!ended()) {
            killed = true;
            stopped = true;
            transport.close();
        }
    }

    /** Leaves the match on the local user's wish; go on with {@link #advance} until it has {@link #ended}. */
    public void leave() {
        if (!killed && session.endReason() == EndReason.NONE) {
            stopped = true;
            session.leave();
        }
    }

    /**
     * Whether the match is over here.
     *
     * @return true when {@link #advance} has nothing to do any more
     */
    public boolean ended() {
        return killed || session.phase() == Phase.ENDED;
    }

    /**
     * What went wrong.
     *
     * @return one line for a person, or null when the match was played to its end or until the local user left, and
     *     states that differed were repaired
     */
    public String problem() {
        final String desync = differences.problem();
        if (desync != null) {
            return session.endReason() == EndReason.DESYNC ? desync + "; the match has ended for it" : desync;
        }
        if (session.endReason() == EndReason.FINISHED || stopped) {
            return null;
        }
        final String why = session.error() == null ? "ended: " + session.endReason() : session.error();
        if (lost != null) {
            return why + lost;
        }
        return switch (session.endReason()) {
            case EVICTED -> "evicted: " + why + "; --rejoin brings it back";
            case MINORITY -> "minority: " + why + "; --rejoin brings it back";
            case HALTED -> "halted: " + why;
            default -> why;
        };
    }

    /**
     * How long frames have been played.
     *
     * @param nowNs monotonic nanoseconds
     * @return from the first frame to now or to the end, nanoseconds; 0 before the first frame
     */
    public long playedNs(final long nowNs) {
        return started ? (endedNs == 0 ? nowNs : endedNs) - startedNs : 0;
    }

    /**
     * Who plays here.
     *
     * @return the player
     */
    public int player() {
        return player;
    }

    /**
     * The game, to look at.
     *
     * @return stepped by {@link #advance}; only its thread may read it
     */
    public Dogfight game() {
        return game;
    }

    /**
     * By how many frames the game may be played ahead.
     *
     * @return 0 in lockstep
     */
    public int prediction() {
        return settings.prediction();
    }

    /**
     * The session, for what else it knows.
     *
     * @return polled by {@link #advance}
     */
    public Session session() {
        return session;
    }

    /**
     * Who plays, came and went.
     *
     * @return moves on with the match
     */
    LineUp lineUp() {
        return lineUp;
    }

    /**
     * Who does not play any more, for people.
     *
     * @return such as {@code player 1 dropped}; empty while everybody is here
     */
    public String absences() {
        final StringBuilder text = new StringBuilder();
        for (final int other : others.keySet()) {
            final String why = lineUp.absence(other);
            if (why != null) {
                text.append(text.length() == 0 ? "" : ", ").append("player ").append(other).append(' ').append(why);
            }
        }
        return text.toString();
    }

    /**
     * From which frame on this peer plays alone, because it lost the last other one.
     *
     * @return a frame, −1 while somebody else plays, and when the others have left
     */
    public long aloneFrom() {
        return aloneFrom;
    }

    /**
     * What a player should know who was alone in the end.
     *
     * @return one line for a person, null when somebody else played to the end
     */
    public String solitude() {
        if (aloneFrom == NEVER || session.endReason() != EndReason.FINISHED) {
            return null;
        }
        return "You played on alone from frame " + aloneFrom + " on: player " + lastLost + " was lost"
            + (session.epoch().isBranch() ? ", and if it has played on, too, then with another history."
            : " and did not come back.");
    }

    /**
     * For whom the match stands still here.
     *
     * @param nowNs monotonic nanoseconds
     * @return two lines for a person, whom for, then how long and when they are given up; null while frames are played
     */
    public String waiting(final long nowNs) {
        return ended() ? null : waits.text(nowNs);
    }

    /**
     * Who has paused the match.
     *
     * @return a player, −1 while it is played
     */
    public int pausedBy() {
        return pausedBy;
    }

    /** What playing ahead has brought and cost up to now. */
    AheadSummary ahead() {
        return new AheadSummary(session.statistics().prediction(), settings);
    }

    /** What the session measures often, of the whole match up to now. */
    Measures measures() {
        measures.update();
        return measures;
    }

    /** Whether a state of another player and ours differ, and neither was repaired. */
    boolean differs() {
        return differences.problem() != null;
    }

    /** Whether it was stopped without a word. */
    boolean killed() {
        return killed;
    }

    /** Closes the transport; at once when the session has ended. */
    @Override
    public void close() {
        transport.close();
    }
}
