package io.lockstep.core.internal.foresight;

import io.lockstep.core.game.Inputs;
import java.nio.ByteBuffer;

/** The inputs of a frame as they are given to the game, and what they are worth. */
final class ShownInputs implements Inputs {

    private final PlayedFrames played;
    private Inputs of;
    private boolean settled;
    private boolean replayed;

    ShownInputs(final PlayedFrames played) {
        this.played = played;
    }

    /** Shows inputs that nobody takes back any more. */
    Inputs settled(final Inputs what, final boolean again) {
        of = what;
        settled = true;
        replayed = again;
        return this;
    }

    /** Shows inputs some of which may be guesses. */
    Inputs ahead(final Inputs what, final boolean again) {
        of = what;
        settled = false;
        replayed = again;
        return this;
    }

    @Override
    public int players() {
        return of.players();
    }

    @Override
    public boolean present(final int player) {
        return of.present(player);
    }

    @Override
    public int bits(final int player) {
        return of.bits(player);
    }

    @Override
    public ByteBuffer bytes(final int player) {
        return of.bytes(player);
    }

    @Override
    public ByteBuffer event(final int player) {
        return of.event(player);
    }

    @Override
    public boolean replayed() {
        return replayed;
    }

    @Override
    public boolean settled(final int player) {
        return settled || played.isKnown(player);
    }
}
