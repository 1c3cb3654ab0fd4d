package io.lockstep.core.session;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Beside what makes a class or a method a parameterised one: its parameter is each {@link Carrier} in turn. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(Carriers.class)
@Tag("carriers")
@interface OverEachCarrier {

    /**
     * The tag of classes that take long and find over memory what they find over other carriers. The ordinary build
     * plays them over memory alone, {@code .ci/run} over plain UDP as well, and {@code -Pfleet} over Aeron, too.
     */
    String LONG = "long-session";
}
