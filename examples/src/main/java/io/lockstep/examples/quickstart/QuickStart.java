package io.lockstep.examples.quickstart;

// quick start: begin
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.session.Session;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.core.transport.Transport;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import java.nio.ByteBuffer;

/** A whole game for two: run it with the argument 0 in one terminal and with 1 in another. */
public final class QuickStart implements Simulation {
    private long score;

    @Override public void step(final long frame, final Inputs inputs) { // the same at every peer
        score = score * 31 + inputs.bits(0) - inputs.bits(1);
    }
    @Override public void save(final StateWriter out) {
        out.writeLong("score", score);
    }
    @Override public void load(final ByteBuffer state) {
        score = state.getLong();
    }

    /** @param args who plays here: 0 or 1 */
    public static void main(final String[] args) {
        final int me = Integer.parseInt(args[0]);
        try (Transport transport = DatagramTransport.launch(new DatagramTransportConfig().localPeer(me)
                .listen("127.0.0.1", 7000 + me).peer(1 - me, "127.0.0.1", 7001 - me))) {
            final Session session = Session.builder().gameId("quickstart-1")
                .simulation(new QuickStart()).transport(transport).endFrame(600)
                .input((frame, player, input) -> input.putShort((short) (frame % 7))).build();
            while (session.phase() != Phase.ENDED) { // your game loop
                session.poll(System.nanoTime());
                while (session.step()) { } // a frame was played: draw it
                session.await(100_000_000); // until there is something to do: not if you draw at your own pace
            }
            System.out.println(session.endReason() + " at frame " + session.frame() + ", error: " + session.error());
        }
    }
}
// quick start: end
