package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.io.File;
import java.nio.file.Path;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("sockets")
class ExternalDriverIT {

    @TempDir
    Path base;

    @Test
    void shouldWorkWithADriverThatRunsAlreadyAndNoticeItsEnd() {
        final File directory = base.resolve("driver").toFile();
        final MediaDriver driver = MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(directory.getPath()).threadingMode(ThreadingMode.SHARED)
            .sharedIdleStrategy(new SleepingMillisIdleStrategy(1)).ipcTermBufferLength(64 * 1024)
            .dirDeleteOnShutdown(true).errorHandler(error -> { }));
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = AeronTransport.launch(new AeronTransportConfig().localPeer(0)
            .listen(Net.HOST, ports[0]).peer(1, Net.HOST, ports[1]).externalDriver(directory));
        try (AeronTransport b = AeronTransport.launch(new AeronTransportConfig().localPeer(1)
            .listen(Net.HOST, ports[1]).peer(0, Net.HOST, ports[0]))) {
            final Inbox inbox = new Inbox();
            Net.until("exchange", () -> {
                a.send(1, Lane.CONTROL, 1, Net.payload(8, 1));
                b.send(0, Lane.CONTROL, 2, Net.payload(8, 2));
                a.poll(System.nanoTime(), inbox);
                b.poll(System.nanoTime(), inbox);
                return inbox.letters.stream().anyMatch(letter -> letter.tag() == 1)
                    && inbox.letters.stream().anyMatch(letter -> letter.tag() == 2);
            });
            assertEquals(directory.getPath(), a.aeronDirectory());

            driver.close();
            Net.until("failure", () -> {
                a.poll(System.nanoTime(), inbox);
                return a.failure() != null;
            });
            assertNotNull(a.lastError());
            assertTrue(a.failure().startsWith("Aeron has stopped: "), a.failure());
            assertEquals(1, a.failure().lines().count());
            assertEquals(SendResult.CLOSED, a.send(1, Lane.CONTROL, 1, Net.payload(8, 1)));
        } finally {
            driver.close();
            a.close();
        }
    }
}
