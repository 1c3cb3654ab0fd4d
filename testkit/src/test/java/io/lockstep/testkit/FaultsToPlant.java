package io.lockstep.testkit;

import io.lockstep.core.Tier;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * The faults that a class of tests has in its static {@code mutants()}. The ordinary build plants every fourth one,
 * {@code .ci/run} and {@code -Pfleet} plant all of them.
 */
final class FaultsToPlant implements ArgumentsProvider {

    private static final int STEP = Tier.ofLanding(4, 1);

    @Override
    public Stream<Arguments> provideArguments(final ParameterDeclarations parameters, final ExtensionContext context)
        throws Exception {
        final List<?> faults = (List<?>) context.getRequiredTestClass().getDeclaredMethod("mutants").invoke(null);
        return IntStream.iterate(0, i -> i < faults.size(), i -> i + STEP).mapToObj(faults::get).map(Arguments::of);
    }
}
