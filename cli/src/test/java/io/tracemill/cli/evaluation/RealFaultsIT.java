package io.tracemill.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Recording;
import io.tracemill.cli.results.Results;
import io.tracemill.cli.results.SharedFolder;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

  private static final Recording RECORDING = Recording.ONLINE_BOUTIQUE;

  @TempDir private Path directory;

  @Test
  void threeFaultsAreNamedAndAtMostOneAlertIsStray() throws IOException {
    List<SeenIncident> alerts = alerts();
    Optional<Path> table = SharedFolder.find("data/faults.csv");
    if (RECORDING.whole().isEmpty() || table.isEmpty()) {
      // Four minutes are too few to find their fault in.
      assertThat(alerts).hasSizeLessThanOrEqualTo(1);
      return;
    }
    List<InjectedFault> faults =
        InjectedFault.in(table.orElseThrow()).stream()
            .filter(fault -> fault.dataset().equals(RECORDING.dataset()))
            .toList();

    assertThat(faults)
        .filteredOn(fault -> fault.counted() && isFound(fault, alerts))
        .as("alerts: %s", alerts)
        .hasSizeGreaterThanOrEqualTo(3);
    assertThat(alerts)
        .filteredOn(alert -> faults.stream().noneMatch(fault -> fault.hasIn(alert.since(), SLACK)))
        .hasSizeLessThanOrEqualTo(1);
  }

  /** Whether exactly one alert began during the fault, and its culprit is the fault's target. */
  private static boolean isFound(InjectedFault fault, List<SeenIncident> alerts) {
    List<SeenIncident> its = alerts.stream().filter(a -> fault.hasIn(a.since(), SLACK)).toList();
    return its.size() == 1 && its.get(0).service().equals(fault.target());
  }

  private List<SeenIncident> alerts() throws IOException {
    CommandLineRun.of("analyze", RECORDING.file().toString(), "--out", directory.toString())
        .succeeds();
    return SeenIncident.in(Results.inFile(directory, ResultStream.INCIDENTS)).stream()
        .filter(SeenIncident::isAlert)
        .toList();
  }
}
