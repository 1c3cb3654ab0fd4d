package io.lockstep.examples.demo;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.transport.Transport;
import io.lockstep.core.transport.TransportException;
import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LoopbackPorts;
import io.lockstep.examples.peer.LostPeers;
import io.lockstep.examples.peer.MatchOptions;
import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.PeerView;
import io.lockstep.examples.peer.Protection;
import io.lockstep.examples.peer.TransportKind;
import io.lockstep.examples.view.DogfightPanel;
import io.lockstep.examples.view.Pilot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A match in this process: its peers, each with a transport and a view of its own, the lines between them, and what
 * befalls them. It is played on one thread; what another one wishes is done there, in the next round.
 */
final class DemoMatch implements Mishaps, AutoCloseable {

    /** A free port can be taken by somebody else before we do. */
    private static final int LAUNCH_ATTEMPTS = 3;
    /** Ten times what a transport takes to start. */
    private static final long START_MS = 3000;
    /** Bots of these seeds fight well. */
    private static final int BOT_SEED = 20;
    /** So long the keys of a ship rest before its bot flies again. */
    static final int IDLE_SECONDS = 3;

    private final TransportKind kind;
    private final MatchOptions settings;
    private final List<? extends InputSource> keyboards;
    private final Lines lines;
    private final List<MatchPeer> peers = new ArrayList<>();
    private final List<PeerView> views = new ArrayList<>();
    private final Queue<Runnable> wishes = new ConcurrentLinkedQueue<>();
    /** Who comes back, its transport started. */
    private final Queue<MatchPeer> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicReferenceArray<State> states;
    /** Who is not in the match any more because somebody wished it. */
    private final TreeSet<Integer> gone = new TreeSet<>();
    private Consumer<MatchPeer> prepare = peer -> { };
    private BiConsumer<Integer, String> news = (player, line) -> { };
    private List<Address> addresses = List.of();
    private Thread starter = new Thread("rejoin");

    /**
     * A match that has not begun.
     *
     * @param kind      what it is played over
     * @param settings  what is played
     * @param keyboards of the first players
     * @param lines     what lies between them, null for the loopback interface as it is
     */
    DemoMatch(final TransportKind kind, final MatchOptions settings, final List<? extends InputSource> keyboards,
              final Lines lines) {
        this.kind = kind;
        this.settings = settings;
        this.keyboards = keyboards;
        this.lines = lines;
        states = new AtomicReferenceArray<>(settings.players());
        for (int player = 0; player < settings.players(); player++) {
            states.set(player, State.PLAYING);
            views.add(new PeerView(settings.players(), player));
        }
    }

    /** Sets what is done with each peer before it begins, one that comes back included. */
    void prepare(final Consumer<MatchPeer> preparation) {
        prepare = preparation;
    }

    /** Sets who is told what came of wishes. */
    void onNews(final BiConsumer<Integer, String> listener) {
        news = listener;
    }

    /** Starts all peers. Blocks while their transports start. */
    void launch() {
        for (int attempt = 1; peers.isEmpty(); attempt++) {
            addresses = LoopbackPorts.free(settings.players());
            final List<MatchPeer> launched = new ArrayList<>();
            try {
                for (int player = 0; player < settings.players(); player++) {
                    launched.add(launch(settings, player));
                }
                peers.addAll(launched);
            } catch (final TransportException failed) {
                launched.forEach(MatchPeer::close);
                if (attempt == LAUNCH_ATTEMPTS) {
                    throw failed;
                }
            }
        }
        peers.forEach(prepare);
    }

    private MatchPeer launch(final MatchOptions options, final int player) {
        final Map<Integer, Address> others = new TreeMap<>();
        for (int other = 0; other < options.players(); other++) {
            if (other != player) {
                others.put(other, addresses.get(other));
            }
        }
        final Transport plain = kind.launch(player, addresses.get(player), others, Protection.NONE);
        return MatchPeer.over(lines == null ? plain : lines.connect(player, plain), options, player, others, game -> {
            final InputSource bot = new DogfightBot(game, BOT_SEED + player);
            return player < keyboards.size()
                ? new Pilot(keyboards.get(player), bot, (long) IDLE_SECONDS * options.tickRate()) : bot;
        });
    }

    /** Lets the views show the peers. */
    void show() {
        // The first call loads half of Swing, which must not happen in the middle of a frame.
        peers.forEach(peer -> views.get(peer.player()).attach(peer));
    }

    /** Does what is wished; to be called in every round. */
    void drive() {
        for (MatchPeer back = arrived.poll(); back != null; back = arrived.poll()) {
            replace(back.player(), back);
        }
        for (Runnable wish = wishes.poll(); wish != null; wish = wishes.poll()) {
            wish.run();
        }
        for (final MatchPeer peer : peers) {
            if (peer.ended() && states.get(peer.player()) == State.PLAYING) {
                states.set(peer.player(), State.ENDED);
            }
        }
    }

    /** Moves the views on; only of a match that is shown. */
    void refresh(final long nowNs) {
        for (final PeerView view : views) {
            view.refresh(nowNs);
        }
    }

    /** Has something done by the thread that plays, in its next round. */
    private void wish(final Runnable wish) {
        wishes.add(wish);
    }

    @Override
    public State state(final int player) {
        return states.get(player);
    }

    @Override
    public void freeze(final int player, final boolean still) {
        wish(() -> {
            if (still == (states.get(player) == State.FROZEN) || state(player) == State.KILLED) {
                return;
            }
            peers.get(player).freeze(still);
            states.set(player, still ? State.FROZEN : State.PLAYING);
            views.get(player).pin(still ? "frozen\nas a process that was stopped" : null);
            news.accept(player, still ? "frozen" : "goes on");
        });
    }

    @Override
    public void kill(final int player) {
        wish(() -> {
            if (gone.add(player)) {
                peers.get(player).freeze(false);
                peers.get(player).kill();
                states.set(player, State.KILLED);
                views.get(player).pin("killed\nwithout a word to the others");
            }
        });
    }

    void leave(final int player) {
        wish(() -> {
            if (gone.add(player)) {
                peers.get(player).leave();
                states.set(player, State.KILLED);
                views.get(player).pin("left\nand said goodbye");
            }
        });
    }

    /** The transport starts on another thread, as that takes a while: the others play on. */
    @Override
    public void rejoin(final int player) {
        wish(() -> {
            if (!peers.get(player).ended() || !states.compareAndSet(player, State.KILLED, State.COMING)
                && !states.compareAndSet(player, State.ENDED, State.COMING)) {
                return;
            }
            peers.get(player).close();
            final MatchOptions back = settings.with(new LostPeers(settings.lostPeers().policy(),
                settings.lostPeers().dropTimeoutMs(), true, settings.lostPeers().token()));
            starter = new Thread(() -> {
                try {
                    arrived.add(launch(back, player));
                } catch (final TransportException failed) {
                    wish(() -> {
                        states.set(player, State.KILLED);
                        news.accept(player, failed.getMessage());
                    });
                }
            }, "rejoin");
            starter.setDaemon(true);
            starter.start();
        });
    }

    private void replace(final int player, final MatchPeer peer) {
        peers.set(player, peer);
        gone.remove(player);
        states.set(player, State.PLAYING);
        prepare.accept(peer);
        views.get(player).attach(peer);
    }

    @Override
    public void flipBit(final int player) {
        wish(() -> peers.get(player).flipBit());
    }

    @Override
    public void pause(final int player) {
        wish(() -> {
            final MatchPeer peer = peers.get(player);
            final boolean heard = peer.pausedBy() < 0 ? peer.session().pause() : peer.session().resume();
            if (!heard) {
                news.accept(player, "has no pause left, or does not play");
            }
        });
    }

    /** Ends what would keep the match from ending: whoever is frozen cannot leave. */
    void thaw() {
        peers.forEach(peer -> peer.freeze(false));
    }

    /** The peers, of which one may be replaced by another while the match is played. */
    List<MatchPeer> peers() {
        return peers;
    }

    List<DogfightPanel> panels() {
        return views.stream().map(PeerView::panel).toList();
    }

    TreeSet<Integer> gone() {
        return gone;
    }

    @Override
    public void close() {
        try {
            starter.join(START_MS);
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        arrived.forEach(MatchPeer::close);
        peers.forEach(MatchPeer::close);
    }
}
