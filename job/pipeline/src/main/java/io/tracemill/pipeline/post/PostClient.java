package io.tracemill.pipeline.post;

import io.tracemill.analysis.explanation.Figures;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Posts JSON to one address, without waiting for the answer. */
public final class PostClient {
  private static final int MAX_TEXT = 500;

  /** How long one attempt takes at most, from the connection to the answer's end. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI address;
  private final Duration patience;

  /**
   * The result of an attempt.
   *
   * @param status HTTP's; 0 if there is no answer
   * @param text the answer, or the reason why there is none
   * @param retryAfterSeconds how long the receiver asks to wait; 0 if it does not
   */
  public record Answer(int status, String text, int retryAfterSeconds) {
    /** What counts before the first attempt. */
    public static final Answer NONE_YET = new Answer(200, "", 0);

    public Answer {
      text = Figures.plain(text.strip(), MAX_TEXT);
    }

    private static Answer of(HttpResponse<String> response) {
      String wait = response.headers().firstValue("Retry-After").orElse("");
      return new Answer(
          response.statusCode(),
          response.body(),
          wait.matches("\\d{1,9}") ? Integer.parseInt(wait) : 0);
    }

    /** Whether the receiver took the post. */
    public boolean accepted() {
      return status / 100 == 2;
    }
  }

  /** A client for an address that answers soon. */
  public PostClient(URI address) {
    this(address, PATIENCE);
  }

  PostClient(URI address, Duration patience) {
    this.address = address;
    this.patience = patience;
  }

  /**
   * Makes one attempt. Its future never fails: an error is a result too.
   *
   * @param headers names and values besides that of the content's type
   */
  public CompletableFuture<Answer> post(String json, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json));
    headers.forEach(request::header);
    CompletableFuture<HttpResponse<String>> response =
        http.sendAsync(request.build(), BodyHandlers.ofString());
    // A timeout of the request itself would cover only the head of the answer.
    return response
        .copy()
        .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
        .thenApply(Answer::of)
        .exceptionally(failure -> new Answer(0, failure.toString(), 0))
        .whenComplete((answer, failure) -> response.cancel(true));
  }
}
