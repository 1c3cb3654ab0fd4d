package io.lockstep.aeron;

/** The only class of this module that reads the time of day: once for each driver, at its start. */
@SuppressForbidden("Aeron's tools compare a driver's timestamps with the time of day")
final class TimeOfDay {

    private TimeOfDay() {
    }

    static long nowMs() {
        return System.currentTimeMillis();
    }
}
