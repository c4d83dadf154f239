package io.tracemill.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Results;
import io.tracemill.cli.results.SharedFolder;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Faults that others injected into a real system, found by {@code analyze} in one pass. */
@Tag("slow")
@Timeout(300)
final class RealFaultsIT {
  /** A trace is dated when it closes: the quiet period after its last record, and a slide. */
  private static final Duration SLACK = Duration.ofSeconds(30);

  private static final String DATASET = "online-boutique-2022-08-22";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @Test
  void threeFaultsAreNamedAndAtMostOneAlertIsStray() throws IOException {
    FaultTable table = FaultTable.of(faults(), alerts(), SLACK);

    assertThat(table.found()).as(table.markdown()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(table.elsewhere()).as(table.markdown()).hasSizeLessThanOrEqualTo(1);
  }

  private List<SeenIncident> alerts() throws IOException {
    CommandLineRun run = CommandLineRun.of("analyze", file(), "--out", directory.toString());
    assertThat(run.status()).as(run.err()).isZero();
    return SeenIncident.in(Results.inFile(directory, ResultStream.INCIDENTS)).stream()
        .filter(SeenIncident::isAlert)
        .toList();
  }

  private static List<InjectedFault> faults() throws IOException {
    assumeTrue(SharedFolder.find("data").isPresent(), "there is no ../shared/data");
    Path faults = SharedFolder.find("data/faults.csv").orElseThrow();
    return InjectedFault.in(faults).stream().filter(f -> f.dataset().equals(DATASET)).toList();
  }

  private static String file() {
    return SharedFolder.find("data/" + DATASET + ".otlp.jsonl.gz").orElseThrow().toString();
  }
}
