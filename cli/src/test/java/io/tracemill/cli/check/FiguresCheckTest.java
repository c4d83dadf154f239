package io.tracemill.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.check.Finding.Verdict;
import io.tracemill.cli.sample.MadeUpSample;
import io.tracemill.cli.sample.MemoryEstimate;
import io.tracemill.cli.sample.TraceFigures;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresCheckTest {
  private static final TracemillConfig CONFIG = TracemillConfig.defaults();

  private static TraceFigures figures(MadeUpSample sample) {
    return new TraceFigures(sample.whole(), CONFIG);
  }

  private static List<String> warnings(List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.verdict() == Verdict.WARNING)
        .map(Finding::text)
        .toList();
  }

  private static MadeUpSample traces(int count, String service, String operation) {
    MadeUpSample sample = new MadeUpSample();
    for (int trace = 1; trace <= count; trace++) {
      sample.root(10L * trace, trace, service, operation);
    }
    return sample;
  }

  @Test
  void aThirtiethOfLateSpansIsAWarningWithTheWaitsThatWouldDo() {
    MadeUpSample sample = traces(30, "a", "GET /");
    sample.span(25_000, 1, 2, 1, "b", "GET /");

    assertThat(new TraceCheck(CONFIG).of(figures(sample)))
        .filteredOn(Finding::asksForAction)
        .containsExactly(
            Finding.warning(
                "3 % of spans would come after their trace has closed, by quiet-period and"
                    + " root-grace as configured",
                "# The shortest waits that do for this sample (0 % late):",
                "assembly: {quiet-period: 30s, root-grace: 30s}"));
  }

  @Test
  void shorterWaitsAreAdvisedByManyTracesOnly() {
    String advice = "assembly: {quiet-period: 1s, root-grace: 1s}";

    assertThat(new TraceCheck(CONFIG).of(figures(traces(200, "a", "GET /"))))
        .anyMatch(finding -> finding.lines().contains(advice));
    assertThat(new TraceCheck(CONFIG).of(figures(traces(20, "a", "GET /"))))
        .noneMatch(finding -> finding.lines().contains(advice));
  }

  @Test
  void tracesWithoutRootsAreAWarning() {
    MadeUpSample sample = traces(5, "a", "GET /");
    for (int trace = 10; trace < 15; trace++) {
      sample.span(0, trace, 2, 1, "b", "GET /").span(0, trace, 3, 1, "b", "GET /");
    }
    assertThat(warnings(new TraceCheck(CONFIG).of(figures(sample))))
        .containsExactly("50 % of 10 traces complete; only complete ones enter profiles");
  }

  @Test
  void aGatewayIsNamedWithTheSkipToPaste() {
    MadeUpSample sample = traces(10, "gateway", "/*");
    for (int trace = 1; trace <= 10; trace++) {
      sample.span(10L * trace, trace, 2, 1, trace % 2 == 0 ? "orders" : "users", "GET /");
    }
    assertThat(new EndpointCheck(CONFIG).of(figures(sample)))
        .filteredOn(Finding::asksForAction)
        .containsExactly(
            Finding.warning(
                "100 % of requests enter by gateway /*: consider this endpoints.skip",
                "endpoints:",
                "  skip:",
                "    - {service: \"gateway\", operation: \"*\"}",
                "# which gives 2 endpoints of 10 entry requests:",
                "#   50 %  orders GET /",
                "#   50 %  users GET /"));
  }

  @Test
  void theOnlyEndpointOfASystemIsNoGateway() {
    assertThat(warnings(new EndpointCheck(CONFIG).of(figures(traces(10, "a", "GET /"))))).isEmpty();
  }

  @Test
  void stateBeyondHalfOfTheHeapIsAWarning() {
    MemoryEstimate estimate = new MemoryEstimate(10, 500, 600, 0, 0);

    assertThat(warnings(new MemoryCheck(CONFIG, 1300).of(estimate, 1))).isEmpty();
    assertThat(warnings(new MemoryCheck(CONFIG, 1100).of(estimate, 1)))
        .containsExactly("that is more than half of the heap");
  }

  @Test
  void moreOpenTracesThanAllowedAreAWarning() {
    MemoryEstimate estimate = new MemoryEstimate(10, 500, 5L << 30, 0, 0);

    assertThat(warnings(new MemoryCheck(CONFIG, 64L << 30).of(estimate, 1)))
        .containsExactly(
            "open traces would exceed assembly.max-open-bytes: the oldest are cut short");
  }
}
