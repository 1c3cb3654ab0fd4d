package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Matches in a real Redis, which the test starts. */
class RedisMatchStoreTest extends MatchStoreContract {

    private static final Random RANDOM = new Random(3);

    @TempDir
    private static Path folder;
    private static Redis redis;

    private RedisMatchStore store;

    @BeforeAll
    static void startRedis() throws IOException {
        assumeTrue(Redis.isInstalled(), "no redis-server on the PATH");
        redis = Redis.start(folder);
    }

    @AfterAll
    static void stopRedis() {
        if (redis != null) {
            redis.close();
        }
    }

    @BeforeEach
    void open() {
        code(Codes.code(RANDOM, ""));
        store = new RedisMatchStore(redis.address(), redis.password());
    }

    @AfterEach
    void close() {
        store.close();
        assertThrows(IOException.class, () -> store.find("A"));
    }

    @Override
    MatchStore store() {
        return store;
    }

    @Override
    void ready(final Queue<String> heard) {
        Awaitility.await().until(() -> heard.contains("null -1"));
    }

    @Test
    void shouldLetEveryKeyExpire() throws IOException {
        store.create("EXPRE000", new byte[1], 40_000);
        store.post("EXPRE000", 1, 0, new byte[1], 40_000);
        store.keep("EXPRE000", 50_000);
        store.create("SHRT0000", new byte[1], 1);
        try (Resp resp = new Resp(redis.address(), redis.password(), 1000)) {
            assertTrue((Long) resp.call("PTTL", "lockstep:{EXPRE000}") > 40_000);
            assertTrue((Long) resp.call("PTTL", "lockstep:{EXPRE000}:1:0") > 30_000);
        }
        Awaitility.await().until(() -> store.find("SHRT0000") == null);
    }

    @Test
    void shouldTellOneLobbyWhatAnotherChanged() throws IOException {
        try (RedisMatchStore other = new RedisMatchStore(redis.address(), redis.password())) {
            final Queue<String> heard = new ConcurrentLinkedQueue<>();
            other.listen((code, seat) -> heard.add(code + " " + seat));
            ready(heard);
            store.create("SHARED00", new byte[1], 40_000);
            store.post("SHARED00", 1, 0, new byte[1], 40_000);
            Awaitility.await().until(() -> heard.contains("SHARED00 1"));
            assertEquals(1, other.letters("SHARED00", 1, 0).size());
        }
    }

    @Test
    void shouldConnectAnewWhenRedisHasEndedItsConnections() throws IOException {
        final Queue<String> heard = new ConcurrentLinkedQueue<>();
        store.listen((code, seat) -> heard.add(code + " " + seat));
        ready(heard);
        store.create("KCKED000", new byte[1], 40_000);
        heard.clear();
        try (Resp resp = new Resp(redis.address(), redis.password(), 1000)) {
            resp.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
            resp.call("CLIENT", "KILL", "TYPE", "pubsub");
        }
        assertNotNull(store.find("KCKED000"));
        ready(heard);
        store.post("KCKED000", 1, 0, new byte[1], 40_000);
        Awaitility.await().until(() -> heard.contains("KCKED000 1"));
    }

    @Test
    void shouldSayWhenRedisDoesNot() throws IOException {
        store.check();
        try (RedisMatchStore wrong = new RedisMatchStore(redis.address(), "south");
             RedisMatchStore open = new RedisMatchStore(redis.address(), null)) {
            assertTrue(assertThrows(IOException.class, wrong::check).getMessage().endsWith("refuses the password"));
            assertTrue(assertThrows(IOException.class, open::check).getMessage().endsWith("wants a password"));
            assertThrows(IOException.class, () -> wrong.find("A"));
        }
        assertNull(store.find("NNE00000"));
    }
}
