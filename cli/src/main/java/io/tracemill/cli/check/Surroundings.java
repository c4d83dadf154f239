package io.tracemill.cli.check;

import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.check.ModelFiles;
import io.tracemill.pipeline.config.Key;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks what the job uses besides Kafka: directories, Alertmanager, a webhook and models. */
record Surroundings(TracemillConfig config) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /**
   * The findings.
   *
   * @param stateBytes forecast of the job's state; 0 if unknown
   * @param storeBytes forecast of the store; 0 if unknown
   */
  List<Finding> of(long stateBytes, long storeBytes) throws InterruptedException {
    List<Finding> findings = new ArrayList<>();
    // A checkpoint takes less than the state that it is of; the last one and a new one coexist.
    findings.add(directory(Keys.STATE_DIRECTORY, 2 * stateBytes, "checkpoints may take"));
    if (!config.get(Keys.STORE_PATH).isEmpty()) {
      findings.add(
          directory(
              Keys.STORE_PATH,
              storeBytes,
              "at this rate, %s may take"
                  .formatted(Wording.days(config.get(Keys.STORE_RETENTION)))));
    }
    if (!config.get(Keys.ALERTMANAGER_URL).isEmpty()) {
      findings.add(alertmanager(config.get(Keys.ALERTMANAGER_URL)));
    }
    if (!config.get(Keys.WEBHOOK_URL).isEmpty()) {
      findings.add(webhook(URI.create(config.get(Keys.WEBHOOK_URL))));
    }
    if (!config.get(Keys.ANOMALIES_MODELS).isEmpty()) {
      findings.add(models(config.get(Keys.ANOMALIES_MODELS)));
    }
    return findings;
  }

  /** Whether a directory, or the one in which it would be created, can be written and has room. */
  private Finding directory(Key<String> key, long needed, String use) {
    String value = config.get(key);
    String name = "%s: '%s'".formatted(key.path(), value);
    if (value.matches("(?!file:)[a-z][a-z0-9+.-]*:.*")) {
      return key.equals(Keys.STATE_DIRECTORY)
          ? Finding.problem(name + " is not a directory of this machine; run needs one")
          : Finding.skipped(name + " is not a directory of this machine");
    }
    Path existing = Path.of(value.replaceFirst("^file:(//)?", "")).toAbsolutePath().normalize();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      return Finding.problem(
          "%s cannot be written: %s is not a directory or not writable".formatted(name, existing),
          "Name another directory, or let this user write to it.");
    }
    try {
      long free = Files.getFileStore(existing).getUsableSpace();
      String text =
          "%s can be written, %s free".formatted(name, Wording.bytes(free))
              + (needed > 0 ? "; %s %s".formatted(use, Wording.bytes(needed)) : "");
      return needed <= free
          ? Finding.ok(text)
          : Finding.warning(
              text,
              "Name a directory on a larger disk, or keep less: shorter waits and retention.");
    } catch (IOException e) {
      return Finding.ok("%s can be written; its free space is unknown".formatted(name));
    }
  }

  private static Finding alertmanager(String url) throws InterruptedException {
    String asked = url.replaceFirst("/+$", "") + "/api/v2/status";
    String answer;
    try {
      int status = statusOf(URI.create(asked));
      if (status == 200) {
        return Finding.ok("alertmanager.url: '%s' answers".formatted(url));
      }
      answer = "answers %s with status %d".formatted(asked, status);
    } catch (IOException e) {
      answer = "does not answer (%s)".formatted(e);
    }
    return Finding.warning(
        "alertmanager.url: '%s' %s".formatted(url, answer),
        "Start Alertmanager, or correct the address. Until then, no incident alerts anybody.");
  }

  /** Whether the webhook's server is there. It gets no message, so any answer will do. */
  private static Finding webhook(URI url) throws InterruptedException {
    String name = "webhook.url: '%s://%s'".formatted(url.getScheme(), url.getAuthority());
    try {
      statusOf(url.resolve("/"));
      return Finding.ok(name + " answers; check sends no message");
    } catch (IOException e) {
      return Finding.warning(
          "%s does not answer (%s)".formatted(name, e),
          "Start the receiver, or correct the address. Until then, messages wait.");
    }
  }

  private static int statusOf(URI address) throws IOException, InterruptedException {
    return HttpClient.newBuilder()
        .connectTimeout(PATIENCE)
        .build()
        .send(
            HttpRequest.newBuilder(address).timeout(PATIENCE).build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private Finding models(String directory) {
    ModelFiles.Models models =
        new ModelFiles(Path.of(directory), config.get(Keys.ANOMALIES_MAX_BYTES)).read();
    List<String> endpoints =
        models.byEndpoint().keySet().stream().sorted().map(Frame::toString).toList();
    String text =
        "anomalies.models: '%s' has %s%s, %s that cannot be read, and %s beyond anomalies.max-bytes"
            .formatted(
                directory,
                Wording.count(endpoints.size(), "model"),
                endpoints.isEmpty() ? "" : " (%s)".formatted(Advice.some(endpoints)),
                Wording.count(models.refused(), "file"),
                Wording.count(models.leftOut(), "model"));
    return endpoints.isEmpty() || models.refused() + models.leftOut() > 0
        ? Finding.warning(
            text,
            "Requests of endpoints without a model are not compared: `tracemill train` writes models"
                + " from a store; anomalies.max-bytes limits the memory of all.")
        : Finding.ok(text);
  }
}
