package io.tracemill.pipeline.alertmanager;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Posts to Alertmanager, without waiting for its answer. */
final class AlertmanagerClient {
  private static final int MAX_TEXT = 500;
  private static final int MAX_ANSWER_BYTES = 10_000;

  /** The same request would be refused again: it is invalid, or too large. */
  private static final Set<Integer> REFUSALS = Set.of(400, 413, 422);

  /** The outcome of a post. */
  enum Outcome {
    ACCEPTED,
    REFUSED,
    /** Alertmanager did not take it; the same post may succeed later. */
    UNAVAILABLE
  }

  /**
   * The result of an attempt.
   *
   * @param text the answer, or the reason why there was none
   */
  record Answer(Outcome outcome, String text) {}

  private final URI alerts;
  private final Duration patience;

  /** Created at the first post; a failure does not stop the job. */
  private Optional<HttpClient> http = Optional.empty();

  /**
   * @param alerts where to post to
   * @param patience how long one attempt takes at most, from the connection to the answer's end
   */
  AlertmanagerClient(URI alerts, Duration patience) {
    this.alerts = alerts;
    this.patience = patience;
  }

  /** Makes one attempt. Its future never fails: an error is a result too. */
  CompletableFuture<Answer> post(byte[] body) {
    try {
      CompletableFuture<HttpResponse<String>> response =
          http().sendAsync(request(body), AlertmanagerClient::shortBody);
      // A timeout of the request itself would cover only the head of the answer.
      return response
          .copy()
          .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
          .thenApply(AlertmanagerClient::answer)
          .exceptionally(AlertmanagerClient::unavailable)
          .whenComplete((answer, failure) -> response.cancel(true));
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(unavailable(e));
    }
  }

  private HttpRequest request(byte[] body) {
    return HttpRequest.newBuilder(alerts)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofByteArray(body))
        .build();
  }

  private HttpClient http() {
    HttpClient client =
        http.orElseGet(() -> HttpClient.newBuilder().connectTimeout(patience).build());
    http = Optional.of(client);
    return client;
  }

  /** The text of an answer that states a small length; empty for any other answer. */
  private static BodySubscriber<String> shortBody(ResponseInfo head) {
    long bytes = head.headers().firstValueAsLong("Content-Length").orElse(Long.MAX_VALUE);
    return bytes <= MAX_ANSWER_BYTES
        ? BodySubscribers.ofString(UTF_8)
        : BodySubscribers.replacing("");
  }

  private static Answer answer(HttpResponse<String> response) {
    int status = response.statusCode();
    Outcome outcome =
        status >= 200 && status < 300
            ? Outcome.ACCEPTED
            : REFUSALS.contains(status) ? Outcome.REFUSED : Outcome.UNAVAILABLE;
    return new Answer(
        outcome, PlainText.of("status " + status + " " + response.body(), MAX_TEXT).strip());
  }

  private static Answer unavailable(Throwable failure) {
    return new Answer(Outcome.UNAVAILABLE, PlainText.of(failure.toString(), MAX_TEXT));
  }
}
