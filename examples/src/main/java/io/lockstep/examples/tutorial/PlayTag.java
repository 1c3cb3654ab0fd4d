package io.lockstep.examples.tutorial;

import io.lockstep.core.game.Phase;
import io.lockstep.core.session.Session;
import io.lockstep.core.transport.Transport;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;

/** Two players by plain UDP. docs/TUTORIAL.md shows what stands between the two marks. */
// tutorial: begin
public final class PlayTag {
    private PlayTag() {
    }

    /** @param args who plays here: 0 or 1 */
    public static void main(final String[] args) {
        System.out.println(play(Integer.parseInt(args[0]), 7000, 7001, 600));
    }

    static String play(final int me, final int port0, final int port1, final long frames) {
        final Tag game = new Tag();
        final int mine = me == 0 ? port0 : port1;
        final int theirs = me == 0 ? port1 : port0;
        try (Transport transport = DatagramTransport.launch(new DatagramTransportConfig().localPeer(me)
                .listen("127.0.0.1", mine).peer(1 - me, "127.0.0.1", theirs))) {
            final Session session = Session.builder().gameId("tag-1").simulation(game).transport(transport)
                .endFrame(frames).input((frame, player, input) -> // a bot: 0 runs right, 1 walks to and fro
                    input.putShort((short) (me == 0 || frame / 30 % 2 == 0 ? Tag.RIGHT : Tag.LEFT))).build();
            while (session.phase() != Phase.ENDED) {
                session.poll(System.nanoTime());
                while (session.step()) { } // a frame was played
                session.await(100_000_000); // nothing to draw: sleep until there is something to do
            }
            return session.endReason() + " at frame " + session.frame() + ", caught "
                + game.caught[0] + " : " + game.caught[1];
        }
    }
}
// tutorial: end
