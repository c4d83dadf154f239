package io.tracemill.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.analysis.anomaly.AnomalyModelFile;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.compare.Payments;
import io.tracemill.cli.results.CommandLineRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A request a second for 21 minutes; payments are 30 ms slower for five of them. */
@Timeout(120)
final class TrainCommandIT {
  private static final int REQUESTS = 21 * 60;
  private static final int SLOW_SECOND = 640;
  private static final int FAST_SECOND = 940;

  @TempDir private static Path directory;

  @BeforeAll
  static void analyze() throws IOException {
    Path input = directory.resolve("in.jsonl");
    Files.writeString(
        input,
        Payments.lines(
            (second, version) -> SLOW_SECOND <= second && second < FAST_SECOND ? 30 : 0));
    CommandLineRun.of(
            "analyze",
            input.toString(),
            "--out",
            directory.resolve("out").toString(),
            "--store",
            directory.resolve("store").toString())
        .succeeds();
  }

  @Test
  void theModelIsMadeOfTheRequestsOutsideTheIncident() throws IOException {
    CommandLineRun run = train("models", "--seed", "3").succeeds();

    AnomalyModel model = model("models");
    assertThat(model.endpoint()).isEqualTo(Frame.of("shop", "GET /buy"));
    assertThat(model.detector()).isEqualTo(Detector.NEAREST);
    assertThat(model.requests())
        .isBetween(REQUESTS / 2, REQUESTS - (FAST_SECOND - SLOW_SECOND) + 20);
    assertThat(run.out())
        .contains("without the time of 1 incident.", "nearest", "shop GET /buy", "Wrote 1 model");
    assertThat(directory.resolve("models.part")).doesNotExist();
  }

  @Test
  void theSameSeedGivesTheSameFile() throws IOException {
    train("first", "--seed", "3").succeeds();
    train("second", "--seed", "3").succeeds();
    train("other", "--seed", "4").succeeds();

    assertThat(directory.resolve("second")).hasSameBinaryContentAs(directory.resolve("first"));
    assertThat(Files.mismatch(directory.resolve("first"), directory.resolve("other")))
        .isNotNegative();
  }

  @Test
  void fewerThan200RequestsAreRefusedAndTheOldFileStays() throws IOException {
    Path old = Files.writeString(directory.resolve("old"), "old");
    String end = Instant.ofEpochMilli(Payments.START_MILLIS).plusSeconds(150).toString();

    CommandLineRun run = train("old", "--to", end);

    run.assertFailed(1, "no endpoint has 200 requests", "--from");
    assertThat(run.out()).contains("shop GET /buy (refused: fewer than 200)");
    assertThat(old).hasContent("old");
  }

  @Test
  void anEndpointThatDoesNotExistIsRefused() {
    train("none", "--endpoint", "cart *").assertFailed(1, "no endpoint of this time matches");
  }

  private static CommandLineRun train(String out, String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "train",
                "--store",
                directory.resolve("store").toString(),
                "--out",
                directory.resolve(out).toString()));
    words.addAll(List.of(options));
    return CommandLineRun.of(words.toArray(String[]::new));
  }

  private static AnomalyModel model(String file) throws IOException {
    try (InputStream in = Files.newInputStream(directory.resolve(file))) {
      return AnomalyModelFile.read(in, Long.MAX_VALUE).models().get(0);
    }
  }
}
