package io.lockstep.examples.benchmarks;

import java.util.Map;

/**
 * What one benchmark with one set of parameters gave.
 *
 * @param name       class and method, as in {@code FrameInput.encode}
 * @param parameters name and value of each, in the order of the names
 * @param nsPerOp    mean nanoseconds per operation
 * @param errorNs    half the 99.9 % confidence interval of that; not a number when there are too few measurements
 * @param bytesPerOp bytes allocated per operation; the measurement's own share of a few KiB a second is in it
 */
record Figure(String name, Map<String, String> parameters, double nsPerOp, double errorNs, double bytesPerOp) {

    /** The name with the parameters, for a table. */
    String label() {
        final StringBuilder label = new StringBuilder(name);
        parameters.forEach((key, value) -> label.append(' ').append(key).append('=').append(value));
        return label.toString();
    }
}
