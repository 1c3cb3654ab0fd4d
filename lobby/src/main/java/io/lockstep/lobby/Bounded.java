package io.lockstep.lobby;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Takes an answer of some length; of one that is longer it takes no more. */
final class Bounded implements BodySubscriber<byte[]> {

    private final int most;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    @SuppressWarnings("NullAway.Init") // given before it is used
    private Flow.Subscription subscription;

    Bounded(final int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(final Flow.Subscription source) {
        subscription = source;
        source.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(final List<ByteBuffer> more) {
        for (final ByteBuffer part : more) {
            if (taken.size() + part.remaining() > most) {
                subscription.cancel();
                body.completeExceptionally(new IOException("the answer has more than " + most + " bytes"));
                return;
            }
            final byte[] bytes = new byte[part.remaining()];
            part.get(bytes);
            taken.writeBytes(bytes);
        }
    }

    @Override
    public void onError(final Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(taken.toByteArray());
    }
}
