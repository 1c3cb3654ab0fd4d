package io.lockstep.core.game;

import io.lockstep.core.sync.StateFields;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/**
 * A game that says once what its state is, in {@link #fields}: that saves, loads and names it.
 *
 * <pre>
 * final class Race extends DeclaredSimulation {
 *     private final int[] speed = new int[4];
 *     private final int[] place = new int[4];
 *
 *     &#64;Override
 *     public void step(final long frame, final Inputs inputs) { … }
 *
 *     &#64;Override
 *     public void fields(final StateFields fields) {
 *         fields.section("cars");
 *         fields.array("speed", speed);
 *         fields.array("place", place);
 *     }
 * }
 * </pre>
 *
 * <p>A game that extends something else keeps a {@link StateFields} itself and calls it in its {@link #save} and
 * {@link #load}.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public abstract class DeclaredSimulation implements Simulation, StateFields.Part {

    private final StateFields walk = new StateFields();

    /** For games. */
    protected DeclaredSimulation() {
        // Nothing to prepare.
    }

    @Override
    public final void save(final StateWriter out) {
        walk.save(this, out);
    }

    @Override
    public final void load(final ByteBuffer state) {
        walk.load(this, state);
    }
}
