package io.tracemill.pipeline.alertmanager;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Posts to Alertmanager, without waiting for its answer. */
final class AlertmanagerClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<Integer> REFUSALS = Set.of(400, 413, 422);
  private static final int MAX_TEXT = 500;

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI alerts;
  private final Duration patience;

  /**
   * The result of an attempt.
   *
   * @param status HTTP's; 0 if there is no answer
   * @param text the answer, or the reason why there is none
   */
  record Answer(int status, String text) {
    Answer {
      text = Alert.plain(text.strip(), MAX_TEXT);
    }

    /** The same request would be refused again: it is invalid, or too large. */
    boolean refused() {
      return REFUSALS.contains(status);
    }

    /** The same request may be accepted later. */
    boolean failed() {
      return status / 100 != 2 && !refused();
    }
  }

  /**
   * @param alerts where to post to
   * @param patience how long one attempt takes at most, from the connection to the answer's end
   */
  AlertmanagerClient(URI alerts, Duration patience) {
    this.alerts = alerts;
    this.patience = patience;
  }

  /** Makes one attempt. Its future never fails: an error is a result too. */
  CompletableFuture<Answer> post(List<Map<String, Object>> batch) {
    HttpRequest request =
        HttpRequest.newBuilder(alerts)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(JSON.valueToTree(batch).toString()))
            .build();
    CompletableFuture<HttpResponse<String>> response =
        http.sendAsync(request, BodyHandlers.ofString());
    // A timeout of the request itself would cover only the head of the answer.
    return response
        .copy()
        .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
        .thenApply(given -> new Answer(given.statusCode(), given.body()))
        .exceptionally(failure -> new Answer(0, failure.toString()))
        .whenComplete((answer, failure) -> response.cancel(true));
  }
}
