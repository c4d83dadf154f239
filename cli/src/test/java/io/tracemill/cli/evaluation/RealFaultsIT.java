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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults that others injected into a real system, found by {@code analyze} in one pass, and by
 * {@code compare} of what lies before one and after it.
 */
@Timeout(300)
final class RealFaultsIT {
  /** A trace is dated when it closes: the quiet period after its last record, and a slide. */
  private static final Duration SLACK = Duration.ofSeconds(30);

  private static final Duration UNTIL_IT_SHOWS = Duration.ofSeconds(10);
  private static final String DATASET = "online-boutique-2022-08-22";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  /** Of the sixth fault, there is one request. */
  @Test
  void everyFaultWithTrafficEnoughIsOneIncidentAndNothingElseIs() throws IOException {
    FaultTable table = FaultTable.of(faults(), incidents("analyze", file()), SLACK);

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

  /** Of one there is one request, and of one most requests are slow before it already. */
  @Test
  void beforeComparedWithAfterNamesTheTargetOrNobody() throws IOException {
    List<String> named = new ArrayList<>();
    for (InjectedFault fault : faults()) {
      if (fault.counted()) {
        compare(fault).forEach(incident -> named.add(fault.target() + ": " + incident.service()));
      }
    }

    assertThat(named)
        .containsExactly(
            "frontend: frontend",
            "currencyservice: currencyservice",
            "productcatalogservice: productcatalogservice",
            "shippingservice: shippingservice");
  }

  private List<SeenIncident> compare(InjectedFault fault) throws IOException {
    return incidents(
        "compare",
        file(),
        "--before",
        fault.from() + "/" + fault.injectedAt(),
        "--after",
        fault.injectedAt().plus(UNTIL_IT_SHOWS) + "/" + fault.to().plus(SLACK));
  }

  private List<SeenIncident> incidents(String... command) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(List.of("--out", directory.toString()));
    arguments.addAll(
        List.of(
            "--config",
            SharedFolder.project().resolve("docs/examples/short-faults.yaml").toString()));
    CommandLineRun run = CommandLineRun.of(arguments.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return SeenIncident.in(Results.inFile(directory, ResultStream.INCIDENTS));
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
