package io.lockstep.codecs.json;

import io.lockstep.core.internal.protocol.MessageText;
import io.lockstep.core.internal.protocol.WireLimits;

/** Gives a session JSON as the text form of its messages, once this module is on the class path. */
public final class JsonMessages implements MessageText.Provider {

    /** For {@link java.util.ServiceLoader}. */
    public JsonMessages() {
    }

    @Override
    public MessageText create(final WireLimits limits) {
        return new JsonCodec(limits);
    }
}
