package io.lockstep.core.session;

import io.lockstep.core.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The carriers to test with: those of the module that the tests run in, or without any those of this one. */
final class Carriers implements ArgumentsProvider {

    @Override
    public Stream<Arguments> provideArguments(final ParameterDeclarations parameters, final ExtensionContext context) {
        final List<Carrier> others = new ArrayList<>();
        ServiceLoader.load(Carrier.class).forEach(others::add);
        if (!others.isEmpty()) {
            return others.stream().map(Arguments::of);
        }
        final boolean isShort = Tier.ofLanding(false, true) || !context.getTags().contains(OverEachCarrier.LONG);
        return Stream.of(CoreCarrier.values()).filter(carrier -> isShort || carrier.isBare()).map(Arguments::of);
    }
}
