package io.lockstep.examples.tutorial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.input.IdSet;
import io.lockstep.core.session.Session;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.awt.Color;
import java.awt.Graphics;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** Checks what the tutorial's window draws in a match in virtual time, by the pixels of its first line. */
class PicturesTest {

    private static final long TICK_NS = 8_000_000;
    /** Number of ticks between two compared pictures. */
    private static final int EVERY = 5;
    /** Number of ticks that end a handshake or a stall: two seconds. */
    private static final int SETTLES = 250;
    private static final int LINE_WIDTH = 200;
    private static final int LINE_HEIGHT = 30;

    private final SimulatedNetwork network = new SimulatedNetwork(2, 7).followPolls()
        .conditions(LinkConditions.latency(20));
    private final Tag[] games = {new Tag(), new Tag()};
    private final Session[] sessions = {session(0), session(1)};
    private long nowNs;

    private Session session(final int me) {
        return Session.builder().gameId("tag").sessionSeed(me + 1).players(2).localPlayer(me)
            .transport(network.endpoint(me)).simulation(games[me])
            .input((frame, player, input) ->
                input.putShort((short) (me == 0 || frame / 30 % 2 == 0 ? Tag.RIGHT : Tag.LEFT))).build();
    }

    private BufferedImage picture() {
        return draw(games[0], sessions[0].waitingFor());
    }

    private static BufferedImage draw(final Tag game, final IdSet waitingFor) {
        final BufferedImage image = new BufferedImage(Tag.SIZE, Tag.SIZE, BufferedImage.TYPE_INT_RGB);
        final Graphics graphics = image.getGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, Tag.SIZE, Tag.SIZE);
        TagWindow.draw(graphics, game, waitingFor);
        graphics.dispose();
        return image;
    }

    private static boolean says(final BufferedImage picture, final String line) {
        final BufferedImage wanted = new BufferedImage(LINE_WIDTH, LINE_HEIGHT, BufferedImage.TYPE_INT_RGB);
        final Graphics graphics = wanted.getGraphics();
        for (final Color color : new Color[] {Color.RED, Color.BLUE}) {
            graphics.setColor(Color.WHITE);
            graphics.fillRect(0, 0, LINE_WIDTH, LINE_HEIGHT);
            graphics.setColor(color);
            graphics.drawString(line, 10, 20);
            if (Arrays.equals(line(wanted), line(picture))) {
                return true;
            }
        }
        return false;
    }

    private static int[] line(final BufferedImage image) {
        return image.getRGB(0, 0, LINE_WIDTH, LINE_HEIGHT, null, 0, LINE_WIDTH);
    }

    private String line() {
        final BufferedImage picture = picture();
        final String score = games[0].caught[0] + " : " + games[0].caught[1];
        for (final String line : new String[] {"waiting for player 0", "waiting for player 1", score}) {
            if (says(picture, line)) {
                return line.equals(score) ? "the score" : line;
            }
        }
        return "something else";
    }

    private Set<String> lines(final int ticks) {
        final Set<String> lines = new TreeSet<>();
        for (int i = 0; i < ticks; i++) {
            nowNs += TICK_NS;
            for (final Session session : sessions) {
                session.poll(nowNs);
                while (session.step()) { }
            }
            if (i % EVERY == 0) {
                lines.add(line());
            }
        }
        return lines;
    }

    @Test
    void shouldShowTheScoreWhilePlayingAndTheMissingPlayerWhileWaiting() throws IOException {
        network.cut(1, 0);
        assertEquals(Set.of("waiting for player 1"), lines(50), "before the first frame");
        keep("connecting");
        network.mend(1, 0);
        lines(SETTLES);
        assertEquals(Set.of("the score"), lines(1000), "while the match is played");
        assertTrue(games[0].caught[0] > 0, "somebody has scored");
        keep("playing");
        network.cut(1, 0);
        lines(50);
        assertEquals(Set.of("waiting for player 1"), lines(50), "in a stall");
        keep("waiting");
        network.mend(1, 0);
        lines(SETTLES);
        assertEquals(Set.of("the score"), lines(100), "after the stall");
    }

    /** Writes the picture to a file for a person to look at. */
    private void keep(final String name) throws IOException {
        ImageIO.write(picture(), "png", new File("target/tag-" + name + ".png"));
    }
}
