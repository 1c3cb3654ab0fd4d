package io.lockstep.examples.jmonkeyengine;

import com.jme3.app.SimpleApplication;
import com.jme3.app.state.AppState;
import com.jme3.font.BitmapText;
import com.jme3.input.KeyInput;
import com.jme3.light.AmbientLight;
import com.jme3.light.DirectionalLight;
import com.jme3.material.Material;
import com.jme3.math.ColorRGBA;
import com.jme3.math.Vector3f;
import com.jme3.scene.Geometry;
import com.jme3.scene.Mesh;
import com.jme3.scene.shape.Box;
import com.jme3.scene.shape.Sphere;
import com.jme3.system.AppSettings;
import io.lockstep.core.game.Phase;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Transport;
import io.lockstep.core.transport.TransportException;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import java.nio.ByteBuffer;

/** Marbles in a window, for two on plain UDP. */
public final class MarblesGame extends SimpleApplication {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 480;
    private static final float RADIUS = 0.7f;
    private static final ColorRGBA[] COLORS = {new ColorRGBA(0.05f, 0.25f, 0.8f, 1),
        new ColorRGBA(0.8f, 0.2f, 0.02f, 1)};

    /** Letters are not lit. */
    private static final ColorRGBA[] TEXT = {new ColorRGBA(0.1f, 0.45f, 1, 1), new ColorRGBA(1, 0.4f, 0.08f, 1)};

    private final int me;
    private final Transport transport;
    private final long botFrames;
    private final Marbles marbles = new Marbles();
    private final Geometry[] balls = new Geometry[Marbles.PLAYERS];
    private final Geometry[] gems = new Geometry[Marbles.GEMS];
    private final BitmapText[] scores = new BitmapText[Marbles.PLAYERS];
    private BitmapText status;
    private LockstepState lockstep;

    private MarblesGame(final int me, final Transport transport, final long botFrames) {
        super(new AppState[0]); // no camera that flies, no statistics
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
        final AppSettings settings = new AppSettings(true);
        settings.setTitle("Marbles, player " + me);
        settings.setWindowSize(WIDTH, HEIGHT);
        settings.setResolution(WIDTH, HEIGHT);
        settings.setCenterWindow(false);
        settings.setWindowXPosition(20 + me * (WIDTH + 20));
        settings.setWindowYPosition(40);
        settings.setSamples(4); // smooth edges
        settings.setAudioRenderer(null);
        final MarblesGame game = new MarblesGame(me, transport, botFrames);
        game.setSettings(settings);
        game.setShowSettings(false);
        game.start();
    }

    @Override public void simpleInitApp() {
        final SessionConfig config = Session.builder().gameId("marbles-1").simulation(marbles).input(LockstepState.keys(
            inputManager, KeyInput.KEY_LEFT, KeyInput.KEY_RIGHT, KeyInput.KEY_UP, KeyInput.KEY_DOWN));
        lockstep = new LockstepState(botFrames > 0 ? config.input(this::bot).endFrame(botFrames) : config, transport,
            event -> System.out.println(event.type()));
        stateManager.attach(lockstep);
        viewPort.setBackgroundColor(new ColorRGBA(0.002f, 0.003f, 0.008f, 1));
        rootNode.addLight(new DirectionalLight(new Vector3f(-0.4f, -1, -0.6f).normalizeLocal()));
        rootNode.addLight(new AmbientLight(ColorRGBA.Gray));
        final float half = (float) Marbles.EDGE / Marbles.UNIT + RADIUS;
        thing(new Box(half, 0.2f, half), new ColorRGBA(0.025f, 0.03f, 0.07f, 1)).move(0, -RADIUS - 0.2f, 0);
        for (int i = 0; i < balls.length; i++) {
            balls[i] = thing(new Sphere(24, 24, RADIUS), COLORS[i]);
            scores[i] = text(TEXT[i], 12 + i * (WIDTH - 100), HEIGHT - 10);
        }
        for (int i = 0; i < gems.length; i++) {
            gems[i] = thing(new Box(0.25f, 0.25f, 0.25f), new ColorRGBA(0.05f, 0.6f, 0.2f, 1));
        }
        status = text(ColorRGBA.LightGray, 12, 30);
        cam.setLocation(new Vector3f(0, 17, 14));
        cam.lookAt(new Vector3f(0, 0, 0.8f), Vector3f.UNIT_Y);
    }

    private Geometry thing(final Mesh mesh, final ColorRGBA color) {
        final Material material = new Material(assetManager, "Common/MatDefs/Light/Lighting.j3md");
        material.setBoolean("UseMaterialColors", true);
        material.setColor("Diffuse", color);
        material.setColor("Ambient", color);
        final Geometry thing = new Geometry("thing", mesh);
        thing.setMaterial(material);
        rootNode.attachChild(thing);
        return thing;
    }

    private BitmapText text(final ColorRGBA color, final int left, final int top) {
        final BitmapText text = new BitmapText(guiFont);
        text.setColor(color);
        text.setLocalTranslation(left, top, 0);
        guiNode.attachChild(text);
        return text;
    }

    /** Rolls to one gem after the other. */
    private void bot(final long frame, final int player, final ByteBuffer input) {
        final int gem = (int) ((frame / 120 + me) % Marbles.GEMS);
        final int dx = marbles.gemX[gem] - marbles.x[me];
        final int dz = marbles.gemZ[gem] - marbles.z[me];
        input.putShort((short) ((dx < 0 ? 1 : 2) | (dz < 0 ? 4 : 8)));
    }

    /** Draws: the frames of the match were played before, by the state. */
    @Override public void simpleUpdate(final float tpf) {
        final float alpha = lockstep.alpha();
        for (int i = 0; i < balls.length; i++) {
            balls[i].setLocalTranslation(between(marbles.oldX[i], marbles.x[i], alpha), 0,
                between(marbles.oldZ[i], marbles.z[i], alpha));
            scores[i].setText("gems: " + marbles.score[i]);
        }
        for (int i = 0; i < gems.length; i++) {
            gems[i].setLocalTranslation(between(0, marbles.gemX[i], 1), -0.2f, between(0, marbles.gemZ[i], 1));
            gems[i].rotate(0, tpf, 0);
        }
        final Session session = lockstep.session;
        status.setText(session.phase() == Phase.ENDED ? "over: " + session.endReason()
            : !session.waitingFor().isEmpty()
                ? "waiting for " + session.waitingFor() + ", " + session.stalledNs() / 1_000_000_000L + " s"
                : "input delay " + session.inputDelay() + " frames, round trip "
                    + session.statistics().peer(0).rttNs() / 1_000_000L + " ms");
        if (botFrames > 0 && session.phase() == Phase.ENDED) {
            stop();
        }
    }

    private static float between(final int old, final int now, final float alpha) {
        return (old + (now - old) * alpha) / Marbles.UNIT;
    }

    @Override public void destroy() {
        super.destroy();
        System.out.println("frame " + lockstep.session.frame() + ", state "
            + Integer.toHexString(lockstep.session.statistics().stateChecksum()));
    }
}
