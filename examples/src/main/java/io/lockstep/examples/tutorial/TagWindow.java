package io.lockstep.examples.tutorial;

import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.session.Session;
import io.lockstep.core.transport.Transport;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import java.awt.Canvas;
import java.awt.Color;
import java.awt.Graphics;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import javax.swing.JFrame;

/** The game in a window, by hand. docs/TUTORIAL.md shows what stands between the two marks. */
// tutorial: begin
public final class TagWindow extends Canvas {
    private final Tag game = new Tag();
    private volatile int keys; // written by the window's thread, read by the game's
    private volatile boolean closing;

    private TagWindow() {
        setSize(Tag.SIZE, Tag.SIZE);
        addKeyListener(new KeyAdapter() {
            @Override public void keyPressed(final KeyEvent event) {
                keys |= bit(event);
            }
            @Override public void keyReleased(final KeyEvent event) {
                keys &= ~bit(event);
            }
        });
    }

    private static int bit(final KeyEvent event) {
        return switch (event.getKeyCode()) {
            case KeyEvent.VK_LEFT -> Tag.LEFT;
            case KeyEvent.VK_RIGHT -> Tag.RIGHT;
            case KeyEvent.VK_UP -> Tag.UP;
            case KeyEvent.VK_DOWN -> Tag.DOWN;
            default -> 0;
        };
    }

    /** @param args who plays here, where we listen, where the other is; and "back" to come back into a match */
    public static void main(final String[] args) {
        final int me = Integer.parseInt(args[0]);
        final String[] here = args[1].split(":");
        final String[] there = args[2].split(":");
        final TagWindow window = new TagWindow();
        final JFrame frame = new JFrame("player " + me);
        frame.add(window);
        frame.pack();
        frame.setDefaultCloseOperation(JFrame.DO_NOTHING_ON_CLOSE); // first the match must be left
        frame.addWindowListener(new WindowAdapter() {
            @Override public void windowClosing(final WindowEvent event) {
                window.closing = true;
            }
        });
        frame.setVisible(true);
        window.createBufferStrategy(2);
        window.requestFocus();
        try (Transport transport = DatagramTransport.launch(new DatagramTransportConfig().localPeer(me)
                .listen(here[0], Integer.parseInt(here[1])).peer(1 - me, there[0], Integer.parseInt(there[1])))) {
            window.play(Session.builder().gameId("tag-1").simulation(window.game).transport(transport)
                .joining(args.length > 3) // the state comes from the other
                .input((tick, player, input) -> input.putShort((short) window.keys)).build());
        }
        frame.dispose();
    }

    private void play(final Session first) {
        Session session = first;
        while (session.phase() != Phase.ENDED) {
            session.poll(System.nanoTime());
            while (session.step()) { } // as many frames as are due
            for (SessionEvent event = session.nextEvent(); event != null; event = session.nextEvent()) {
                System.out.println(event.type() + " " + event.peer());
            }
            if (session.phase() == Phase.ENDED && session.endReason().mayRejoin() && !closing) {
                session = session.rejoin(); // the others went on without us: back with their state
            }
            if (closing) {
                session.leave(); // ends this session within 2.5 s, and the other player need not wait for us
            }
            final Graphics graphics = getBufferStrategy().getDrawGraphics();
            graphics.clearRect(0, 0, getWidth(), getHeight());
            draw(graphics, game, session.waitingFor());
            graphics.dispose();
            getBufferStrategy().show();
            session.await(8_000_000); // draws and polls every 8 ms, or sooner
        }
        System.out.println(session.endReason() + " " + session.error());
    }

    static void draw(final Graphics graphics, final Tag game, final IdSet waitingFor) {
        for (int player = 0; player < game.x.length; player++) {
            graphics.setColor(player == game.it ? Color.RED : Color.BLUE);
            graphics.fillOval(game.x[player] - 10, game.y[player] - 10, 20, 20);
        }
        final String score = game.caught[0] + " : " + game.caught[1];
        graphics.drawString(waitingFor.isEmpty() ? score : "waiting for " + waitingFor, 10, 20);
    }
}
// tutorial: end
