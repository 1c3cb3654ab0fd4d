package io.lockstep.examples.determinism;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * What a JVM answers to questions whose answers a game may want to rely on: a line for each, with a hash of the
 * answers. It needs no other class, so that it runs anywhere: {@code java Probe.java}. Compare the output of two JVMs.
 * Questions whose name starts with "safe" have the same answer everywhere; the others do not, somewhere.
 */
final class Probe {

    /** Enough that a loop gets compiled on the way, few enough for the interpreter. */
    private static final int CASES = 20_000;
    private static final double GOLDEN = 0.6180339887498949;

    private enum Colour {
        RED, GREEN, BLUE, YELLOW, BLACK, WHITE
    }

    private final StringBuilder out = new StringBuilder();
    private final double[] numbers = new double[CASES];

    private Probe() {
        long bits = 1;
        for (int i = 0; i < CASES; i++) {
            bits = bits * 6364136223846793005L + 1442695040888963407L;
            // Half of them as a game has them, half of any magnitude.
            numbers[i] = i % 2 == 0 ? (bits >> 40) * GOLDEN / 1000 : Double.longBitsToDouble(bits);
        }
        numbers[0] = Double.NaN;
        numbers[1] = -0.0;
        numbers[2] = 0.0;
        numbers[3] = Double.NEGATIVE_INFINITY;
        numbers[4] = Double.MIN_VALUE;
    }

    private void line(final String name, final LongSupplier answer) {
        String text;
        try {
            text = Long.toHexString(answer.getAsLong());
        } catch (final RuntimeException e) {
            text = e.getClass().getSimpleName();
        }
        out.append(name).append('\t').append(text).append('\n');
    }

    private static long mix(final long hash, final long value) {
        return (hash ^ value) * 0x9E3779B97F4A7C15L + (hash >>> 29);
    }

    private static long hash(final Iterable<?> things) {
        long hash = 0;
        for (final Object thing : things) {
            hash = mix(hash, thing.toString().hashCode());
        }
        return hash;
    }

    private void unary(final String name, final DoubleUnaryOperator function) {
        line(name, () -> {
            long hash = 0;
            for (final double x : numbers) {
                hash = mix(hash, Double.doubleToLongBits(function.applyAsDouble(x)));
            }
            return hash;
        });
    }

    private void binary(final String name, final DoubleBinaryOperator function) {
        line(name, () -> {
            long hash = 0;
            for (int i = 1; i < CASES; i++) {
                hash = mix(hash, Double.doubleToLongBits(function.applyAsDouble(numbers[i - 1], numbers[i])));
            }
            return hash;
        });
    }

    private void arithmetic() {
        line("safe: int and long + - * / % shifts, with overflow", () -> {
            long hash = 1;
            int small = 7;
            for (int i = 1; i <= CASES; i++) {
                small = small * 31 + i ^ small >>> 3 ^ small << i;
                hash = mix(hash, small / i + small % i + (hash >> i) + (hash << small) + Math.floorMod(small, i));
            }
            return hash;
        });
        binary("safe: double + - * / %", (a, b) -> a + b * 3 - b / a + a % b);
        binary("safe: float + - * / %", (a, b) -> {
            final float x = (float) a;
            final float y = (float) b;
            return x + y * 3f - y / x + x % y;
        });
        unary("safe: casts between double, float, int and long", x -> (float) x + (int) x + (long) x + (short) (int) x);
        unary("safe: Math.sqrt, floor, ceil, rint, round, abs", x ->
            Math.sqrt(x) + Math.floor(x) - Math.ceil(x) * 2 + Math.rint(x) * 3 + Math.round(x) + Math.abs(x));
        binary("safe: Math.min, max, signum, copySign, ulp", (a, b) ->
            Math.min(a, b) - Math.max(a, b) * 2 + Math.signum(a) + Math.copySign(a, b) + Math.ulp(b));
        binary("safe: Math.fma", (a, b) -> Math.fma(a, b, GOLDEN) + Math.fma((float) a, (float) b, 3f));
        unary("safe: Math.toRadians, toDegrees", x -> Math.toRadians(x) + Math.toDegrees(x));
        binary("safe: Math.IEEEremainder", Math::IEEEremainder);
        unary("safe: StrictMath.sin, cos, tan", x -> StrictMath.sin(x) + StrictMath.cos(x) + StrictMath.tan(x));
        unary("safe: StrictMath.asin, acos, atan", x ->
            StrictMath.asin(x % 1) + StrictMath.acos(x % 1) + StrictMath.atan(x));
        unary("safe: StrictMath.exp, log, log10, cbrt", x ->
            StrictMath.exp(x % 600) + StrictMath.log(x) + StrictMath.log10(x) + StrictMath.cbrt(x));
        unary("safe: StrictMath.sinh, cosh, tanh, expm1, log1p", x -> StrictMath.sinh(x % 600)
            + StrictMath.cosh(x % 600) + StrictMath.tanh(x) + StrictMath.expm1(x % 600) + StrictMath.log1p(x));
        binary("safe: StrictMath.pow, atan2, hypot", (a, b) ->
            StrictMath.pow(a, b % 9) + StrictMath.atan2(a, b) + StrictMath.hypot(a, b));
    }

    private void functions() {
        unary("Math.sin", Math::sin);
        unary("Math.cos", Math::cos);
        unary("Math.tan", Math::tan);
        unary("Math.exp", x -> Math.exp(x % 600));
        unary("Math.log", Math::log);
        unary("Math.log10", Math::log10);
        binary("Math.pow", (a, b) -> Math.pow(a, b % 9));
        unary("Math.cbrt", Math::cbrt);
        unary("Math.sinh", x -> Math.sinh(x % 600));
        unary("Math.cosh", x -> Math.cosh(x % 600));
        unary("Math.tanh", Math::tanh);
        unary("Math.asin, acos, atan", x -> Math.asin(x % 1) + Math.acos(x % 1) + Math.atan(x));
        unary("Math.expm1, log1p", x -> Math.expm1(x % 600) + Math.log1p(x));
        binary("Math.atan2, hypot", (a, b) -> Math.atan2(a, b) + Math.hypot(a, b));
    }

    private void notANumber() {
        final double zero = numbers[2];
        line("raw bits of a constant and of a computed NaN are equal", () ->
            Double.doubleToRawLongBits(0.0 / 0.0) == Double.doubleToRawLongBits(zero / zero) ? 1 : 0);
        line("safe: doubleToLongBits of a constant and of a computed NaN are equal", () ->
            Double.doubleToLongBits(0.0 / 0.0) == Double.doubleToLongBits(zero / zero) ? 1 : 0);
    }

    private void text() {
        line("Double.toString, string concatenation", () -> {
            long hash = 0;
            for (final double x : numbers) {
                hash = mix(hash, (Double.toString(x) + x).hashCode());
            }
            return hash;
        });
        line("Float.toString", () -> {
            long hash = 0;
            for (final double x : numbers) {
                hash = mix(hash, Float.toString((float) x).hashCode());
            }
            return hash;
        });
        line("String.format without a locale", () -> String.format("%.2f %,d", 1234.5, 1234567).hashCode());
        line("toUpperCase without a locale", () -> "invincible".toUpperCase().hashCode());
        line("getBytes without a charset", () -> Arrays.hashCode("größer €".getBytes()));
        line("safe: String.hashCode, compareTo, Integer.toString", () -> {
            long hash = 0;
            for (int i = 0; i < CASES; i++) {
                final String text = Integer.toString(i * 31 % 977);
                hash = mix(hash, text.hashCode() + text.compareTo("4711"));
            }
            return hash;
        });
    }

    private void collections() {
        final List<String> names = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            names.add("unit-" + i * 7919 % 1009);
        }
        line("safe: order of ArrayList, after sort", () -> {
            final List<String> sorted = new ArrayList<>(names);
            Collections.sort(sorted);
            return mix(hash(names), hash(sorted));
        });
        line("safe: order of LinkedHashMap, TreeMap, EnumMap", () -> {
            final Map<String, Integer> linked = new LinkedHashMap<>();
            final Map<Colour, Integer> byEnum = new EnumMap<>(Colour.class);
            names.forEach(name -> linked.put(name, name.length()));
            byEnum.put(Colour.BLUE, 1);
            byEnum.put(Colour.RED, 2);
            return hash(linked.keySet()) + hash(new TreeMap<>(linked).keySet()) * 31 + hash(byEnum.keySet());
        });
        line("order of HashSet<String>, filled alike", () -> hash(new HashSet<>(names)));
        line("order of HashMap<Integer, …>, filled alike", () -> {
            final Map<Integer, String> map = new HashMap<>();
            names.forEach(name -> map.put(name.hashCode(), name));
            return hash(map.values());
        });
        line("order of HashSet<enum>", () -> hash(new HashSet<>(List.of(Colour.values()))));
        line("order of HashSet<Object>", () -> {
            final Map<Object, String> map = new HashMap<>();
            names.forEach(name -> map.put(new Object(), name));
            return hash(map.values());
        });
        line("order of Set.of, Map.of", () -> hash(Set.of("a", "b", "c", "d", "e", "f", "g"))
            + hash(Map.of("a", 1, "b", 2, "c", 3, "d", 4, "e", 5).keySet()));
        line("System.identityHashCode", () -> System.identityHashCode(new int[1]));
        line("hashCode of an enum constant", Colour.BLUE::hashCode);
    }

    private void others() {
        line("safe: new Random(seed)", () -> {
            final Random random = new Random(42);
            long hash = 0;
            for (int i = 0; i < CASES; i++) {
                hash = mix(hash, random.nextInt() + random.nextInt(1 + i) + random.nextLong()
                    + Float.floatToIntBits(random.nextFloat()) + Double.doubleToLongBits(random.nextDouble()));
            }
            return hash;
        });
        line("new Random(seed).nextGaussian", () -> {
            final Random random = new Random(42);
            long hash = 0;
            for (int i = 0; i < CASES; i++) {
                hash = mix(hash, Double.doubleToLongBits(random.nextGaussian()));
            }
            return hash;
        });
        line("new Random(), Math.random", () -> mix(new Random().nextLong(), Double.doubleToLongBits(Math.random())));
        line("System.nanoTime, currentTimeMillis", () -> mix(System.nanoTime(), System.currentTimeMillis()));
        line("safe: LongStream.sum, in parallel too", () -> LongStream.range(0, CASES).map(i -> i * i).sum()
            - LongStream.range(0, CASES).parallel().map(i -> i * i).sum());
        final double[] finite = DoubleStream.of(numbers).filter(x -> Math.abs(x) < 1e9).toArray();
        line("safe: a loop over doubles", () -> Double.doubleToLongBits(loop(finite)));
        line("DoubleStream.sum", () -> Double.doubleToLongBits(DoubleStream.of(finite).sum()));
        line("DoubleStream.sum, in parallel", () -> Double.doubleToLongBits(DoubleStream.of(finite).parallel().sum()));
        line("DoubleStream.reduce, in parallel", () ->
            Double.doubleToLongBits(DoubleStream.of(finite).parallel().reduce(0, Double::sum)));
        line("HashSet, two capacities: orders are equal", () -> {
            final Set<String> small = new HashSet<>(List.of("unit-1", "unit-20", "unit-300", "unit-4000"));
            final Set<String> large = new HashSet<>(4096);
            large.addAll(small);
            return hash(small) == hash(large) ? 1 : 0;
        });
        line("DoubleStream.sum equals the loop", () -> DoubleStream.of(finite).sum() == loop(finite) ? 1 : 0);
    }

    private static double loop(final double[] finite) {
        double sum = 0;
        for (final double x : finite) {
            sum += x;
        }
        return sum;
    }

    /** Prints a line for each question: its name, a tab, the answer. */
    public static void main(final String[] args) {
        final Probe probe = new Probe();
        probe.arithmetic();
        probe.functions();
        probe.notANumber();
        probe.text();
        probe.collections();
        probe.others();
        final byte[] bytes = probe.out.toString().getBytes(StandardCharsets.UTF_8);
        System.out.write(bytes, 0, bytes.length);
        System.out.flush();
    }
}
