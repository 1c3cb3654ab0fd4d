package io.lockstep.examples.benchmarks.peers;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * What one player's process says of its match.
 *
 * @param startCpuMs  CPU time of the process up to the first frame, milliseconds
 * @param frameCpuUs  CPU time a frame from then on, microseconds
 * @param garbage     bytes allocated a frame from then on, by threads that lived all the time
 * @param rssMiB      memory at the end, MiB; 0 where the system does not tell
 * @param idlePercent share of a core while the other was silent
 * @param log         of each frame: when one's own input was sampled, when it was simulated, the state after it
 */
record PeerReport(double startCpuMs, double frameCpuUs, double garbage, double rssMiB, double idlePercent,
                  long[][] log) {

    static final int SAMPLED = 0;
    static final int SIMULATED = 1;
    static final int STATES = 2;
    private static final int COLUMNS = 3;

    void write(final DataOutputStream out) throws IOException {
        out.writeDouble(startCpuMs);
        out.writeDouble(frameCpuUs);
        out.writeDouble(garbage);
        out.writeDouble(rssMiB);
        out.writeDouble(idlePercent);
        out.writeInt(log[SIMULATED].length);
        for (final long[] column : log) {
            for (final long value : column) {
                out.writeLong(value);
            }
        }
    }

    static PeerReport read(final DataInputStream in) throws IOException {
        final double startCpuMs = in.readDouble();
        final double frameCpuUs = in.readDouble();
        final double garbage = in.readDouble();
        final double rssMiB = in.readDouble();
        final double idlePercent = in.readDouble();
        final long[][] log = new long[COLUMNS][in.readInt()];
        for (final long[] column : log) {
            for (int i = 0; i < column.length; i++) {
                column[i] = in.readLong();
            }
        }
        return new PeerReport(startCpuMs, frameCpuUs, garbage, rssMiB, idlePercent, log);
    }
}
