package io.tracemill.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.output.PartialRecord;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is said of the records that the job writes about a sample. */
class FiguresCheckTest {
  private static final TracemillConfig CONFIG = TracemillConfig.defaults();

  private static Sample sample(String... quality) {
    return new Sample(
        new Sample.Time(1000, 11_000, 99_000),
        List.of(),
        List.of(),
        Stream.of(quality).map(FiguresCheckTest::record).toList(),
        "no spans");
  }

  private static QualityRecord record(String json) {
    try {
      return RecordJson.read(
          PartialRecord.complete(ResultStream.QUALITY, parse(json)), QualityRecord.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Figures figures(Sample sample, TraceTimes times) {
    return new Figures(CONFIG, sample, times, new SpansSeen(List.of(), List.of()));
  }

  private static JsonNode parse(String json) {
    try {
      return new ObjectMapper().readTree(json.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  /** So many traces, of which one has records that are {@code gapMillis} apart. */
  private static TraceTimes times(int traces, long gapMillis) {
    List<Fragment> fragments = new ArrayList<>();
    for (int trace = 1; trace <= traces; trace++) {
      fragments.add(new Fragment(new TraceId(0, trace), 0, 0, 1, true, new byte[0]));
    }
    fragments.add(new Fragment(new TraceId(0, 1), gapMillis, gapMillis, 1, false, new byte[0]));
    return new TraceTimes(fragments, Rules.assembly(CONFIG));
  }

  private static List<String> warnings(List<Finding> findings) {
    return findings.stream().filter(Finding::asksForAction).map(Finding::text).toList();
  }

  /** Finding 33. */
  @Test
  void recordsOfOneMomentAreNotSaidToTakeNoTime() {
    Sample sample =
        new Sample(new Sample.Time(0, 5_000, 99_000), List.of(), List.of(), List.of(), "");

    assertThat(figures(sample, times(0, 0)).traffic().get(0).text())
        .isEqualTo(
            "0 spans in 0 records of one moment, too short for a rate: check again when a minute of"
                + " traffic has arrived");
  }

  @Test
  void howMuchComesAndWhatOfItIsLostIsSaid() {
    List<Finding> findings =
        figures(
                sample(
                    """
                    {'scope': 'job', 'records': {'received': 10, 'deadLettered': 1, 'clockJumps': 2},
                     'spans': {'decoded': 20, 'rejected': {'invalid-span-id': 5, 'in-future': 0}}}
                    """),
                times(1, 0))
            .traffic();

    assertThat(findings.get(0).text())
        .isEqualTo("2.0 spans/s in 1.0 records/s, by the newest 20 spans in 10 records over 10 s");
    assertThat(warnings(findings))
        .containsExactly(
            "10 % of 10 records cannot be decoded and would become dead letters; the first: no spans",
            "25 % of 20 spans would be rejected",
            "2 record timestamps further ahead of the partition than time.max-jump: the job would not"
                + " trust them");
    assertThat(findings.get(2).lines()).containsExactly("invalid-span-id: 5");
  }

  @Test
  void manyLateSpansAreAWarningWithTheWaitsThatWouldDo() {
    Sample late =
        sample(
            """
            {'scope': 'job', 'spans': {'used': 30, 'late': 1}, 'traces': {'complete': 30}}
            """);

    assertThat(figures(late, times(30, 25_000)).traces())
        .filteredOn(Finding::asksForAction)
        .containsExactly(
            Finding.warning(
                "3.2 % of spans would arrive after their trace has closed, by quiet-period and"
                    + " root-grace as configured",
                "assembly: {quiet-period: 30s, root-grace: 30s}"));
  }

  @Test
  void shorterWaitsAreAdvisedByManyTracesOnly() {
    Sample fine = sample("{'scope': 'job', 'traces': {'complete': 200}}");
    String advice = "assembly: {quiet-period: 1s, root-grace: 1s}";

    assertThat(figures(fine, times(200, 1)).traces())
        .anyMatch(finding -> finding.lines().contains(advice));
    assertThat(figures(fine, times(20, 1)).traces())
        .noneMatch(finding -> finding.lines().contains(advice));
  }

  @Test
  void incompleteTracesServicesWithoutHostsAndSkewAreNamed() {
    List<Finding> findings =
        figures(
                sample(
                    "{'scope': 'job', 'traces': {'complete': 5, 'incomplete': 5}}",
                    "{'scope': 'service', 'service': 'a', 'spans': {'used': 9, 'withoutHost': 0}}",
                    "{'scope': 'service', 'service': 'b', 'spans': {'used': 1, 'withoutHost': 0}}",
                    "{'scope': 'service', 'service': 'b', 'spans': {'used': 9, 'withoutHost': 9}}"),
                times(10, 0))
            .traces();

    assertThat(warnings(findings))
        .containsExactly(
            "50 % of 10 traces complete; only complete ones enter profiles",
            "1 of 2 services do not give their host: clock skew cannot be corrected");
    assertThat(findings).contains(Finding.ok("no host's clock contradicts its caller's"));
  }

  private static EndpointProfile profile(
      String service, long requests, long corrected, long skewNanos, EndpointProfile.Node... tree) {
    return new EndpointProfile(
        new Period(60_000, 90_000),
        Frame.of(service, "/*"),
        requests,
        0,
        OptionalDouble.of(0),
        new EndpointProfile.Latency(1, 1, 1, 1, 1, 1),
        new EndpointProfile.Evidence(0, 0, corrected, skewNanos, 0, OptionalDouble.empty(), 1, 0),
        List.of(tree),
        List.of(),
        List.of(),
        Optional.empty());
  }

  private static EndpointProfile.Node node(int parent, String service, long traces) {
    return new EndpointProfile.Node(
        parent, service, "/*", Optional.empty(), traces, 1, 1, Optional.empty());
  }

  private static Figures of(EndpointProfile... profiles) {
    Sample sample =
        new Sample(new Sample.Time(0, 0, 0), List.of(), List.of(profiles), List.of(), "");
    return figures(sample, times(10, 0));
  }

  @Test
  void movedCallsAreToldByRequest() {
    assertThat(of(profile("a", 9, 3, 6_000_000), profile("b", 9, 1, 2_000_000)).traces())
        .contains(
            Finding.ok(
                "clock skew: calls of 4 requests had to be moved to fit their caller, by 2 ms a"
                    + " request on average"));
  }

  @Test
  void aGatewayIsNamedWithTheSkipToPaste() {
    EndpointProfile gateway =
        profile("gateway", 95, 0, 0, node(-1, "gateway", 95), node(0, "a", 55), node(0, "b", 40));

    assertThat(of(gateway, profile("other", 5, 0, 0)).endpoints())
        .containsExactly(
            Finding.ok(
                "2 endpoints of 100 entry requests", "  95 %  gateway /*", "   5 %  other /*"),
            Finding.warning(
                "95 % of requests enter by gateway /*: consider this endpoints.skip",
                "endpoints:",
                "  skip:",
                "    - {service: \"gateway\", operation: \"*\"}",
                "# which shows the 2 endpoints behind it"));
  }

  @Test
  void theOnlyEndpointOfASystemIsNoGateway() {
    assertThat(warnings(of(profile("a", 100, 0, 0, node(-1, "a", 100))).endpoints())).isEmpty();
  }

  @Test
  void theForecastCountsTheProfilesOfAPaneAndTheStepsOfTheLargest() {
    EndpointProfile large = profile("a", 9, 0, 0, node(-1, "a", 9), node(0, "b", 9));
    Sample sample =
        new Sample(
            new Sample.Time(1, 10_001, 10_001),
            List.of(),
            List.of(
                profile("a", 9, 0, 0, node(-1, "a", 9)), large.during(new Period(90_000, 120_000))),
            List.of(record("{'scope': 'job', 'spans': {'decoded': 1000}}")),
            "");

    Forecast forecast = Forecast.of(CONFIG, sample, times(1, 0));

    assertThat(forecast.judgeBytes()).isEqualTo(2 * 8_000);
    assertThat(forecast.sumsBytes()).isBetween(8 * 51 * 300L, 8 * 51 * 700L);
    // 100 spans/s, each open for the grace and time.out-of-orderness.
    assertThat(forecast.openBytes()).isEqualTo(495_000);
  }

  @Test
  void stateBeyondHalfOfTheHeapIsAWarning() {
    Forecast forecast = new Forecast(100, 200, 300, 0);

    assertThat(warnings(forecast.memory(CONFIG, 1300))).isEmpty();
    assertThat(warnings(forecast.memory(CONFIG, 1100)))
        .containsExactly("that is more than half of the heap");
  }

  @Test
  void moreOpenTracesThanAllowedAreAWarning() {
    assertThat(warnings(new Forecast(5L << 30, 0, 0, 0).memory(CONFIG, 64L << 30)))
        .containsExactly(
            "open traces would exceed assembly.max-open-bytes: the oldest are cut short");
  }
}
