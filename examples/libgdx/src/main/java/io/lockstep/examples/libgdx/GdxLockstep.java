package io.lockstep.examples.libgdx;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.utils.Disposable;
import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Transport;
import java.util.function.Consumer;

/** Plays a session on the loop of libGDX: make it in create(), everything is on that thread. */
final class GdxLockstep implements Disposable {

    /** A goodbye that nobody answers takes 2.1 s. */
    private static final long MOST_GOODBYE_NS = 3_000_000_000L;
    private static final long NAP_NS = 10_000_000L;

    /** The session that is played. */
    final Session session;
    private final Transport transport;

    GdxLockstep(final SessionConfig config, final Transport transport) {
        this.transport = transport;
        session = config.transport(transport).build();
    }

    /** Bit n of the input is set while the n-th of these keys is down. */
    static InputSource keys(final int... keys) {
        return (frame, player, input) -> {
            int bits = 0;
            for (int i = 0; i < keys.length; i++) {
                bits |= Gdx.input.isKeyPressed(keys[i]) ? 1 << i : 0;
            }
            input.putShort((short) bits);
        };
    }

    /** Once in each render(), however still the match stands; answers how far to draw between the last two frames. */
    float update(final Consumer<SessionEvent> events) {
        session.poll(System.nanoTime()); // not Gdx.graphics.getDeltaTime(): it is smoothed, and jumps after a pause
        while (session.step()) { }
        for (SessionEvent event = session.nextEvent(); event != null; event = session.nextEvent()) {
            events.accept(event);
        }
        return session.alpha(System.nanoTime());
    }

    /** In dispose(): says goodbye, so that the others play on without a pause. */
    @Override public void dispose() {
        session.leave();
        for (final long from = System.nanoTime();
                session.phase() != Phase.ENDED && System.nanoTime() - from < MOST_GOODBYE_NS; session.await(NAP_NS)) {
            update(event -> { });
        }
        transport.close();
    }
}
