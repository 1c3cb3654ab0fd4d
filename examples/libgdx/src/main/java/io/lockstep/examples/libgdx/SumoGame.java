package io.lockstep.examples.libgdx;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input.Keys;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3Application;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3ApplicationConfiguration;
import com.badlogic.gdx.graphics.Color;
import com.badlogic.gdx.graphics.g2d.BitmapFont;
import com.badlogic.gdx.graphics.g2d.SpriteBatch;
import com.badlogic.gdx.graphics.glutils.ShapeRenderer;
import com.badlogic.gdx.utils.ScreenUtils;
import io.lockstep.core.game.Phase;
import io.lockstep.core.session.NetGraph;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Transport;
import io.lockstep.core.transport.TransportException;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import java.nio.ByteBuffer;
import java.util.Locale;

/** Sumo in a window, for two on plain UDP. */
public final class SumoGame extends ApplicationAdapter {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 480;
    private static final int SAMPLES = 300;
    private static final int PLOT = 48;
    private static final int RIM = 3 << 8;
    private static final Color MAT = Color.valueOf("232A45");
    private static final Color MAT_EDGE = Color.valueOf("4A5580");
    private static final Color[] COLORS = {Color.valueOf("5BC0FF"), Color.valueOf("FFB454")};

    private final int me;
    private final Transport transport;
    private final long botFrames;
    private final Sumo sumo = new Sumo();
    private final NetGraph graph = new NetGraph(1, SAMPLES);
    private GdxLockstep lockstep;
    private Session session;
    private ShapeRenderer shapes;
    private SpriteBatch batch;
    private BitmapFont font;

    private SumoGame(final int me, final Transport transport, final long botFrames) {
        this.me = me;
        this.transport = transport;
        this.botFrames = botFrames;
    }

    /**
     * Plays.
     *
     * @param args player (0 or 1), own port, the other's host and port, and for how many frames a bot plays, if any
     */
    public static void main(final String[] args) {
        final int me;
        final long botFrames;
        final Transport transport;
        try {
            me = Integer.parseInt(args[0]);
            botFrames = args.length > 4 ? Long.parseLong(args[4]) : 0;
            transport = DatagramTransport.launch(new DatagramTransportConfig().localPeer(me)
                .listen("0.0.0.0", Integer.parseInt(args[1])).peer(1 - me, args[2], Integer.parseInt(args[3])));
        } catch (final IllegalArgumentException | ArrayIndexOutOfBoundsException | TransportException wrong) {
            System.err.println(args.length < 4 ? "too few arguments" : wrong.getMessage());
            System.err.println("PLAYER PORT OTHER_HOST OTHER_PORT [FRAMES_OF_A_BOT], such as 0 7000 127.0.0.1 7001");
            System.exit(2);
            return;
        }
        final Lwjgl3ApplicationConfiguration window = new Lwjgl3ApplicationConfiguration();
        window.setTitle("Sumo, player " + me);
        window.setWindowedMode(WIDTH, HEIGHT);
        window.setWindowPosition(20 + me * (WIDTH + 20), 40);
        window.setBackBufferConfig(8, 8, 8, 8, 16, 0, 4); // smooth edges
        window.disableAudio(true);
        new Lwjgl3Application(new SumoGame(me, transport, botFrames), window);
    }

    @Override public void create() {
        final SessionConfig config = Session.builder().gameId("sumo-1").simulation(sumo)
            .input(GdxLockstep.keys(Keys.LEFT, Keys.RIGHT, Keys.UP, Keys.DOWN));
        lockstep = new GdxLockstep(botFrames > 0 ? config.input(this::bot).endFrame(botFrames) : config, transport);
        session = lockstep.session;
        shapes = new ShapeRenderer();
        batch = new SpriteBatch();
        font = new BitmapFont();
    }

    /** Takes turns in running at the other one and standing in the middle. */
    private void bot(final long frame, final int player, final ByteBuffer input) {
        final boolean runs = (frame / 150 + me) % 2 == 0;
        final int dx = (runs ? sumo.x[1 - me] : 0) - sumo.x[me];
        final int dy = (runs ? sumo.y[1 - me] : 0) - sumo.y[me];
        input.putShort((short) ((dx < 0 ? 1 : 2) | (dy > 0 ? 4 : 8)));
    }

    @Override public void render() {
        final float alpha = lockstep.update(event -> System.out.println(event.type()));
        graph.sample(session, System.nanoTime());
        ScreenUtils.clear(0.04f, 0.05f, 0.10f, 1);
        shapes.begin(ShapeRenderer.ShapeType.Filled);
        circle(MAT_EDGE, 0, 0, Sumo.MAT + RIM);
        circle(MAT, 0, 0, Sumo.MAT);
        for (int disc = 0; disc < Sumo.PLAYERS; disc++) {
            final float x = between(sumo.oldX[disc], sumo.x[disc], alpha);
            final float y = between(sumo.oldY[disc], sumo.y[disc], alpha);
            circle(disc == me ? Color.WHITE : MAT_EDGE, x, y, Sumo.DISC);
            circle(COLORS[disc], x, y, Sumo.DISC - RIM);
        }
        plot();
        shapes.end();
        batch.begin();
        text(COLORS[0], "pushed off: " + sumo.falls[1], 12, HEIGHT - 12);
        text(COLORS[1], "pushed off: " + sumo.falls[0], WIDTH - 108, HEIGHT - 12);
        text(Color.LIGHT_GRAY, status(), 12, 96);
        text(Color.GRAY, numbers(graph.size() - 1), 12, 20);
        batch.end();
        if (botFrames > 0 && session.phase() == Phase.ENDED) {
            Gdx.app.exit();
        }
    }

    private static float between(final int old, final int now, final float alpha) {
        return old + (now - old) * alpha;
    }

    private void circle(final Color color, final float x, final float y, final int radius) {
        shapes.setColor(color);
        shapes.circle(WIDTH / 2f + x / 256f, HEIGHT / 2f + y / 256f, radius / 256f, 96);
    }

    private void text(final Color color, final String text, final float left, final float top) {
        font.setColor(color);
        font.draw(batch, text, left, top);
    }

    private String status() {
        if (session.phase() == Phase.ENDED) {
            return "over: " + session.endReason();
        }
        return session.waitingFor().isEmpty() ? ""
            : "waiting for " + session.waitingFor() + ", " + session.stalledNs() / 1_000_000_000L + " s";
    }

    /** The net graph: the round trip, a pixel for each sample, and a red mark where the match stood still. */
    private void plot() {
        for (int i = 0; i < graph.size(); i++) {
            final boolean stall = graph.stalls(0, i) > 0;
            shapes.setColor(stall ? Color.FIREBRICK : COLORS[1 - me]);
            shapes.rect(12 + i, 28, 1, stall ? PLOT : Math.min(PLOT, 1 + graph.rttNs(0, i) / 1_000_000f));
        }
    }

    private String numbers(final int newest) {
        return String.format(Locale.ROOT,
            "rtt %.1f ms   slack %.1f ms   delay %d   lost %.0f %%   %.1f kB/s   P%d leads",
            graph.rttNs(0, newest) / 1e6, graph.slackNs(0, newest) / 1e6, graph.inputDelay(newest),
            100 * graph.lossIn(0, newest), graph.bytesPerSecond(0) / 1e3, graph.leader());
    }

    @Override public void dispose() {
        lockstep.dispose();
        System.out.println("frame " + session.frame() + ", state "
            + Integer.toHexString(session.statistics().stateChecksum()));
        shapes.dispose();
        batch.dispose();
        font.dispose();
    }
}
