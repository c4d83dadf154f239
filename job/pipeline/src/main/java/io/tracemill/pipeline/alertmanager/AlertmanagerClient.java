package io.tracemill.pipeline.alertmanager;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Posts to Alertmanager and waits for what it says, but not for long. For one thread. */
final class AlertmanagerClient {
  private static final int MAX_ANSWER_BYTES = 500;

  /** Made in the thread that posts: where it can't be, the job goes on. */
  private Optional<HttpClient> http = Optional.empty();

  private final URI alerts;
  private final Duration patience;

  /**
   * @param alerts where to post to
   * @param patience how long one attempt takes at most, from the connection to the answer's end
   */
  AlertmanagerClient(URI alerts, Duration patience) {
    this.alerts = alerts;
    this.patience = patience;
  }

  /** One attempt. Fails in its answer only, unless the thread is interrupted. */
  Answer post(byte[] body) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(alerts)
            .timeout(patience)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    CompletableFuture<HttpResponse<String>> answer =
        http().sendAsync(request, head -> new FirstBytes(MAX_ANSWER_BYTES));
    try {
      // The request's own time-out ends when the head of the answer has come.
      HttpResponse<String> response = answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return Answer.of(response.statusCode(), PlainText.of(response.body(), MAX_ANSWER_BYTES));
    } catch (TimeoutException e) {
      return Answer.unavailable("no answer within " + patience.toMillis() + " ms");
    } catch (ExecutionException e) {
      return Answer.unavailable(PlainText.of(String.valueOf(e.getCause()), MAX_ANSWER_BYTES));
    } finally {
      answer.cancel(true);
    }
  }

  private HttpClient http() {
    if (http.isEmpty()) {
      http = Optional.of(HttpClient.newBuilder().connectTimeout(patience).build());
    }
    return http.get();
  }
}
