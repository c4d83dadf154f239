package io.tracemill.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** What a job manager says of itself and its job over HTTP. */
public final class FlinkRest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final int port;

  public FlinkRest(int port) {
    this.port = port;
  }

  /** The answer to a path. */
  public JsonNode get(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(PATIENCE).build();
    return JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
  }

  /** Whether it knows a task manager of that name. */
  boolean knows(String taskManager) throws IOException, InterruptedException {
    return get("/taskmanagers").path("taskmanagers").findValuesAsText("id").contains(taskManager);
  }

  /** The newest checkpoint that is complete; -1 if there is none. */
  long newestCheckpoint(String job) throws IOException, InterruptedException {
    return get("/jobs/" + job + "/checkpoints")
        .path("latest")
        .path("completed")
        .path("id")
        .asLong(-1);
  }

  /** How many checkpoints have failed. */
  int failedCheckpoints(String job) throws IOException, InterruptedException {
    return get("/jobs/" + job + "/checkpoints").path("counts").path("failed").asInt();
  }

  /** The greatest parallelism of its tasks. */
  public int parallelism(String job) throws IOException, InterruptedException {
    int greatest = 0;
    for (JsonNode task : get("/jobs/" + job).path("vertices")) {
      greatest = Math.max(greatest, task.path("parallelism").asInt());
    }
    return greatest;
  }

  /** How often it went on from a checkpoint. */
  public int restored(String job) throws IOException, InterruptedException {
    return get("/jobs/" + job + "/checkpoints").path("counts").path("restored").asInt();
  }
}
