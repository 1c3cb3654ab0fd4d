package io.lockstep.examples.planted.lobby;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.agrona.concurrent.SystemEpochClock;

/** Uses the time of day in every possible way. */
public final class TimeOfDayLobby {

    final LongSupplier reference = System::currentTimeMillis;
    final Instant instant = Instant.now();
    final Date date = new Date();
    final Object clock = SystemEpochClock.INSTANCE;

    HttpRequest request() {
        LockSupport.parkUntil(0);
        return HttpRequest.newBuilder(URI.create("http://localhost")).timeout(Duration.ofSeconds(1)).build();
    }
}
