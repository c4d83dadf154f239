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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Faults that others injected into real systems, found by {@code analyze} in one pass. */
@Timeout(300)
final class RealFaultsIT {
  /** A trace is dated when it closes: the quiet period after its last record, and a slide. */
  private static final Duration SLACK = Duration.ofSeconds(30);

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  /** Of the sixth fault, there is one request. */
  @Test
  void everyFaultWithTrafficEnoughIsOneIncidentAndNothingElseIs() throws IOException {
    FaultTable table = table("online-boutique-2022-08-22");

    assertThat(table.found())
        .as(table.markdown())
        .containsExactly(
            "frontend",
            "currencyservice",
            "productcatalogservice",
            "recommendationservice",
            "shippingservice");
    assertThat(table.outcomes()).as(table.markdown()).allMatch(o -> o.incidents().size() <= 1);
    assertThat(table.elsewhere()).as(table.markdown()).isEmpty();
  }

  private FaultTable table(String dataset) throws IOException {
    assumeTrue(SharedFolder.find("data").isPresent(), "there is no ../shared/data");
    Path file = SharedFolder.find("data/" + dataset + ".otlp.jsonl.gz").orElseThrow();
    Path faults = SharedFolder.find("data/faults.csv").orElseThrow();
    CommandLineRun run =
        CommandLineRun.of(
            "analyze",
            file.toString(),
            "--out",
            directory.toString(),
            "--config",
            SharedFolder.project().resolve("docs/examples/short-faults.yaml").toString());
    assertThat(run.status()).as(run.err()).isZero();
    List<InjectedFault> its =
        InjectedFault.in(faults).stream().filter(f -> f.dataset().equals(dataset)).toList();
    return FaultTable.of(
        its, SeenIncident.in(Results.inFile(directory, ResultStream.INCIDENTS)), SLACK);
  }
}
