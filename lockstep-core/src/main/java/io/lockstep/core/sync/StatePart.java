package io.lockstep.core.sync;

/**
 * Something whose fields are part of a game's state, said once for saving, loading and reports: a unit, a list of them,
 * a whole game.
 *
 * <pre>
 * final class Disc implements StatePart {
 *     private int x;
 *     private int y;
 *     private final int[] trail = new int[8];
 *
 *     &#64;Override
 *     public void fields(final StateFields fields) {
 *         x = fields.field("x", x);
 *         y = fields.field("y", y);
 *         fields.array("trail", trail);
 *     }
 * }
 * </pre>
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface StatePart {

    /**
     * Hands over each field and takes it back: as it is when the state is saved, as it was when one is loaded. Called
     * for both, so that no field can be saved and not loaded, or in another order.
     *
     * @param fields takes the fields, always the same ones in the same order; what depends on others, such as the
     *               elements of an array that are in use, comes after them
     */
    void fields(StateFields fields);
}
