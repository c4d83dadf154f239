package io.tracemill.pipeline.alertmanager;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** The start of an answer, as text: whatever answers there may never stop. */
final class FirstBytes implements BodySubscriber<String> {
  private final int most;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<String> text = new CompletableFuture<>();
  private final CompletableFuture<Subscription> subscription = new CompletableFuture<>();

  FirstBytes(int most) {
    this.most = most;
  }

  @Override
  public CompletionStage<String> getBody() {
    return text;
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription.complete(given);
    given.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] part = new byte[Math.min(buffer.remaining(), most - bytes.size())];
      buffer.get(part);
      bytes.writeBytes(part);
    }
    if (bytes.size() < most) {
      subscription.join().request(1);
    } else {
      subscription.join().cancel();
      onComplete();
    }
  }

  @Override
  public void onError(Throwable error) {
    text.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    text.complete(bytes.toString(UTF_8));
  }
}
