package io.tracemill.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.output.PartialRecord;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.pipeline.topology.SampledEndpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of the records that the job writes about a sample. */
class FiguresCheckTest {
  private static final TracemillConfig CONFIG = TracemillConfig.defaults();

  private static Sample sample(String... quality) {
    List<ResultRecord> results = new ArrayList<>();
    for (String json : quality) {
      String whole = PartialRecord.complete(ResultStream.QUALITY, parse(json));
      results.add(new ResultRecord(ResultStream.QUALITY, new byte[0], whole.getBytes(UTF_8), 0));
    }
    results.add(
        new ResultRecord(
            ResultStream.DEAD_LETTERS,
            new byte[0],
            new byte[0],
            0,
            List.of(new ResultRecord.Header("reason", "no spans".getBytes(UTF_8)))));
    return new Sample(new SampleTime(1000, 11_000, 99_000), results, List.of(), List.of());
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
    Sample sample = new Sample(new SampleTime(0, 5_000, 99_000), List.of(), List.of(), List.of());

    assertThat(TrafficCheck.of(sample).get(0).text())
        .isEqualTo("0 spans in 0 records of one moment, too short for a rate per second");
  }

  @Test
  void howMuchComesAndWhatOfItIsLostIsSaid() {
    List<Finding> findings =
        TrafficCheck.of(
            sample(
                """
                {'scope': 'job', 'records': {'received': 10, 'deadLettered': 1, 'clockJumps': 2},
                 'spans': {'decoded': 20, 'rejected': {'invalid-span-id': 5, 'in-future': 0}}}
                """));

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

    assertThat(new TraceCheck(CONFIG).of(late, times(30, 25_000)))
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

    assertThat(new TraceCheck(CONFIG).of(fine, times(200, 1)))
        .anyMatch(finding -> finding.lines().contains(advice));
    assertThat(new TraceCheck(CONFIG).of(fine, times(20, 1)))
        .noneMatch(finding -> finding.lines().contains(advice));
  }

  @Test
  void incompleteTracesServicesWithoutHostsAndSkewAreNamed() {
    List<Finding> findings =
        new TraceCheck(CONFIG)
            .of(
                sample(
                    "{'scope': 'job', 'traces': {'complete': 5, 'incomplete': 5}}",
                    "{'scope': 'service', 'service': 'a', 'spans': {'used': 9, 'withoutHost': 0}}",
                    "{'scope': 'service', 'service': 'b', 'spans': {'used': 1, 'withoutHost': 0}}",
                    "{'scope': 'service', 'service': 'b', 'spans': {'used': 9, 'withoutHost': 9}}"),
                times(10, 0));

    assertThat(warnings(findings))
        .containsExactly(
            "50 % of 10 traces complete; only complete ones enter profiles",
            "1 of 2 services do not give their host: clock skew cannot be corrected");
    assertThat(findings).contains(Finding.ok("no host's clock contradicts its caller's"));
  }

  @Test
  void movedCallsAreToldByRequest() {
    Sample skewed =
        new Sample(
            new SampleTime(0, 0, 0),
            List.of(),
            List.of(),
            List.of(
                new SampledEndpoint("a", "/*", 0, 0, 9, 0, 3, 6_000_000),
                new SampledEndpoint("b", "/*", 0, 0, 9, 0, 1, 2_000_000)));

    assertThat(new TraceCheck(CONFIG).of(skewed, times(10, 0)))
        .contains(
            Finding.ok(
                "clock skew: calls of 4 requests had to be moved to fit their caller, by 2 ms a"
                    + " request on average"));
  }

  private static SampledEndpoint part(
      String service, long paneMillis, long requests, long bytes, long judged) {
    return new SampledEndpoint(service, "/*", paneMillis, requests, bytes, judged, 0, 0);
  }

  private static Sample entering(Map<String, Long> requests) {
    List<SampledEndpoint> endpoints = new ArrayList<>();
    requests.forEach((service, count) -> endpoints.add(part(service, 0, count, 0, 0)));
    return new Sample(new SampleTime(0, 0, 0), List.of(), List.of(), endpoints);
  }

  @Test
  void aGatewayIsNamedWithTheSkipToPaste() throws Exception {
    Map<Frame, Long> requests = entering(Map.of("gateway", 95L, "other", 5L)).requests();

    assertThat(
            new EndpointCheck(CONFIG)
                .of(requests, skipping -> entering(Map.of("a", 55L, "b", 40L, "other", 5L))))
        .filteredOn(Finding::asksForAction)
        .containsExactly(
            Finding.warning(
                "95 % of requests enter by gateway /*: consider this endpoints.skip",
                "endpoints:",
                "  skip:",
                "    - {service: \"gateway\", operation: \"*\"}",
                "# which gives 3 endpoints of 100 entry requests:",
                "#   55 %  a /*",
                "#   40 %  b /*",
                "#    5 %  other /*"));
  }

  @Test
  void theOnlyEndpointOfASystemIsNoGateway() throws Exception {
    Sample only = entering(Map.of("a", 100L));

    assertThat(warnings(new EndpointCheck(CONFIG).of(only.requests(), skipping -> only))).isEmpty();
  }

  @Test
  void theEstimateCountsTheSumsOfAPaneAndTheLargestPaneOfTheJudge() {
    Sample sample =
        new Sample(
            new SampleTime(0, 0, 0),
            List.of(),
            List.of(),
            List.of(
                part("a", 60_000, 0, 1000, 0),
                part("b", 60_000, 0, 500, 0),
                part("a", 120_000, 0, 2000, 0),
                part("a", 0, 7, 0, 60),
                part("a", 0, 7, 0, 40)));

    assertThat(sample.paneBytes()).isEqualTo(1750);
    assertThat(sample.judged()).isEqualTo(60);
    assertThat(new MemoryCheck(CONFIG, 1 << 30).of(sample, times(1, 0)).get(0).lines())
        .anyMatch(line -> line.startsWith("  195 kB  the judge"));
  }

  @Test
  void stateBeyondHalfOfTheHeapIsAWarning() {
    assertThat(warnings(new MemoryCheck(CONFIG, 1300).state(600))).isEmpty();
    assertThat(warnings(new MemoryCheck(CONFIG, 1100).state(600)))
        .containsExactly("that is more than half of the heap");
  }

  @Test
  void moreOpenTracesThanAllowedAreAWarning() {
    assertThat(warnings(new MemoryCheck(CONFIG, 64L << 30).openTraces(5L << 30)))
        .containsExactly(
            "open traces would exceed assembly.max-open-bytes: the oldest are cut short");
  }
}
