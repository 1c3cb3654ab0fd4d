package io.lockstep.examples.jmonkeyengine;

import com.jme3.app.Application;
import com.jme3.app.state.BaseAppState;
import com.jme3.input.InputManager;
import com.jme3.input.controls.ActionListener;
import com.jme3.input.controls.KeyTrigger;
import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Transport;
import java.util.function.Consumer;

/** Plays a session on the loop of jMonkeyEngine: attach it, everything is on that thread. */
final class LockstepState extends BaseAppState {

    /** A goodbye that nobody answers takes 2.1 s. */
    private static final long MOST_GOODBYE_NS = 3_000_000_000L;
    private static final long NAP_NS = 10_000_000L;

    /** The session that is played. */
    final Session session;
    private final Transport transport;
    private final Consumer<SessionEvent> events;

    LockstepState(final SessionConfig config, final Transport transport, final Consumer<SessionEvent> events) {
        this.transport = transport;
        this.events = events;
        session = config.transport(transport).build();
    }

    /** Bit n of the input is set while the n-th of these keys is down. */
    static InputSource keys(final InputManager manager, final int... keys) {
        final int[] down = {0};
        for (int i = 0; i < keys.length; i++) {
            final int bit = 1 << i;
            final ActionListener listener = (name, pressed, tpf) -> down[0] = pressed ? down[0] | bit : down[0] & ~bit;
            manager.addMapping("lockstep" + i, new KeyTrigger(keys[i]));
            manager.addListener(listener, "lockstep" + i);
        }
        return (frame, player, input) -> input.putShort((short) down[0]);
    }

    /** How far to draw between the last two frames. */
    float alpha() {
        return session.alpha(System.nanoTime());
    }

    @Override public void update(final float tpf) {
        session.poll(System.nanoTime()); // not tpf, which jumps after a pause
        while (session.step()) { }
        for (SessionEvent event = session.nextEvent(); event != null; event = session.nextEvent()) {
            events.accept(event);
        }
    }

    @Override protected void initialize(final Application app) {
        app.setPauseOnLostFocus(false); // or the others wait for a player who looks elsewhere
    }

    /** Says goodbye, so that the others play on without a pause. */
    @Override protected void cleanup(final Application app) {
        session.leave();
        for (final long from = System.nanoTime();
                session.phase() != Phase.ENDED && System.nanoTime() - from < MOST_GOODBYE_NS; session.await(NAP_NS)) {
            update(0);
        }
        transport.close();
    }

    @Override protected void onEnable() { }

    @Override protected void onDisable() { }
}
