package io.tracemill.bench.soak;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The job's metrics, as its reporter shows them to Prometheus at a port of this machine. */
final class JobMetrics {
  private static final String OPERATOR = "flink_taskmanager_job_task_operator_";
  private static final String JOB = "flink_jobmanager_job_";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient http = HttpClient.newHttpClient();
  private final HttpRequest request;

  JobMetrics(int port) {
    request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
            .timeout(PATIENCE)
            .build();
  }

  /** All of them now. */
  Page read() throws IOException, InterruptedException {
    return new Page(http.send(request, BodyHandlers.ofString()).body());
  }

  /** All of them at one moment. */
  record Page(String text) {
    /** Records that the decoders of all tasks have been given. */
    long recordsRead() {
      return sum(OPERATOR + "numRecordsIn{", "operator_name=\"decode\"");
    }

    /** Bytes of the newest complete checkpoint, all of it. */
    long stateBytes() {
      return sum(JOB + "lastCheckpointFullSize{", "");
    }

    /** Panes of endpoints that were judged while the endpoint was watched, so far. */
    long windowsWatched() {
      return sum(OPERATOR + "tracemill_jobWindowsWatching{", "");
    }

    private long sum(String name, String label) {
      return text.lines()
          .filter(line -> line.startsWith(name) && line.contains(label))
          .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    }
  }
}
