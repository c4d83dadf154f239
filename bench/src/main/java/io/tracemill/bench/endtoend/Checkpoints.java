package io.tracemill.bench.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * The checkpoints that a job has completed so far.
 *
 * @param largestBytes the whole state of the largest one, even if it wrote only what had changed
 * @param longestMillis from trigger to completion
 */
record Checkpoints(long completed, long largestBytes, long longestMillis) {
  static final Checkpoints NONE = new Checkpoints(0, 0, 0);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /**
   * Asks the job's Flink, whose REST interface listens on this port of the loopback interface.
   *
   * @throws IOException if it does not say
   */
  static Checkpoints ask(int port, String job) throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:%d/jobs/%s/checkpoints".formatted(port, job));
    HttpRequest request = HttpRequest.newBuilder(address).timeout(TIMEOUT).build();
    JsonNode said =
        JSON.readTree(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body());
    if (!said.has("summary")) {
      throw new IOException("no account of checkpoints: " + said);
    }
    JsonNode summary = said.path("summary");
    return new Checkpoints(
        said.path("counts").path("completed").asLong(),
        summary.path("state_size").path("max").asLong(),
        summary.path("end_to_end_duration").path("max").asLong());
  }
}
