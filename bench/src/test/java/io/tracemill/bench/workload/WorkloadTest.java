package io.tracemill.bench.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.connectors.decoding.FragmentSink;
import io.tracemill.connectors.decoding.RecordDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadTest {
  private static final int SPANS = 60_000;

  private final Traffic traffic = Traffic.standard();

  @Test
  void thereAreAsManyCategoriesAndEndpointsAsAskedFor() {
    Set<Object> categories = new HashSet<>();
    Set<Frame> endpoints = new HashSet<>();
    analyze(
        Traces.of(traffic, SPANS),
        request -> {
          categories.add(request.category());
          endpoints.add(request.endpoint());
        });

    assertThat(categories).hasSize(traffic.categories());
    assertThat(endpoints).hasSize(traffic.endpoints());
  }

  @ParameterizedTest
  @EnumSource(CallTree.Shape.class)
  void everyTraceIsOneCompleteRequestOfAllItsSpans(CallTree.Shape shape) {
    Traffic shaped = new Traffic(shape, 50, 20, 20, 500);
    List<AssembledTrace> traces = Traces.of(shaped, SPANS);
    List<Integer> sizes = new ArrayList<>();
    analyze(
        traces,
        request -> {
          assertThat(request.complete()).isTrue();
          assertThat(request.clippedNanos()).isZero();
          assertThat(request.skewNanos()).isZero();
          sizes.add(request.spanCount());
        });

    assertThat(traces).hasSize(SPANS / 50);
    assertThat(sizes).hasSize(SPANS / 50).containsOnly(50);
  }

  @Test
  void mixedTracesComeInSeveralRecords() {
    assertThat(Traces.of(traffic, SPANS))
        .allSatisfy(
            trace -> assertThat(trace.fragments()).hasSizeBetween(2, Traffic.RECORDS_PER_BATCH));
  }

  @Test
  void timePassesAtTheRateAskedFor() {
    List<Long> times = new ArrayList<>();
    long produced =
        new Workload(traffic)
            .produce(3_000_000, 1_000_000, (key, record, spans, millis) -> times.add(millis));

    assertThat(produced).isEqualTo(3_000_000);
    assertThat(times).isSorted();
    assertThat(times.get(times.size() - 1) - times.get(0)).isBetween(2990L, 3000L);
  }

  @ParameterizedTest
  @EnumSource(Wire.class)
  void durationsDifferFromTraceToTraceAndNothingElse(Wire wire) {
    Set<Long> durations = new HashSet<>();
    Set<Object> categories = new HashSet<>();
    analyze(
        traces(wire, 200_000),
        request -> {
          assertThat(request.complete()).isTrue();
          assertThat(request.clippedNanos()).isZero();
          assertThat(request.skewNanos()).isZero();
          durations.add(request.durationNanos());
          categories.add(request.category());
        });

    // Of 4,000 traces, twice as many as there are schedules.
    assertThat(durations).hasSizeGreaterThan(3_900);
    assertThat(categories).hasSize(traffic.categories());
  }

  @Test
  void aTraceIsUpToAQuarterSlowerOrFasterThanItsSchedule() {
    Set<Long> stretched = new HashSet<>();
    for (long trace = 0; trace < 100_000; trace++) {
      stretched.add(RecordTemplate.stretch(1_000_000, RecordTemplate.mix(trace)));
    }

    assertThat(stretched)
        .hasSizeGreaterThan(4_000)
        .allMatch(nanos -> nanos >= 799_000 && nanos <= 1_250_000);
  }

  @Test
  void recordsOfJaegerAndExportRequestsHoldTheSameTraces() {
    Map<TraceId, Request> exported = requests(Wire.OTLP);

    assertThat(exported).hasSize(SPANS / traffic.spansPerTrace());
    assertThat(requests(Wire.JAEGER)).isEqualTo(exported);
  }

  @Test
  void aRecordOfJaegerIsOneSpanWithItsTraceAsKey() {
    RecordDecoder decoder = Wire.JAEGER.encoding().decoder(Traces.RULES);
    FragmentBuilder builder = new FragmentBuilder(Traces.RULES);
    Set<TraceId> traces = new HashSet<>();
    Workload.Sink sink =
        (key, record, spans, millis) -> {
          builder.begin(millis);
          decoder.decode(record, new FragmentSink(builder));
          builder.finish(
              millis,
              millis,
              fragment -> {
                assertThat(spans).isEqualTo(fragment.spans()).isEqualTo(1);
                assertThat(new String(key, US_ASCII)).isEqualTo(fragment.traceId().hex());
                traces.add(fragment.traceId());
              });
        };
    new Workload(traffic).produce(SPANS, SPANS, Wire.JAEGER.encoding(sink));

    assertThat(traces).hasSize(SPANS / traffic.spansPerTrace());
  }

  @ParameterizedTest
  @EnumSource(Wire.class)
  void aGiantTraceIsOneCompleteRequestAmongTheOthers(Wire wire) {
    int giant = 20_000;
    Map<TraceId, Request> requests = new HashMap<>();
    analyze(
        Traces.of(
            wire,
            sink -> new GiantTrace(giant).produceAmong(new Workload(traffic), 1_000_000, sink)),
        request -> requests.put(request.traceId(), describe(request)));

    assertThat(requests.values()).allMatch(Request::complete);
    assertThat(requests.values().stream().filter(request -> request.spans() != 50))
        .extracting(Request::spans)
        .containsExactly(giant);
  }

  @Test
  void repeatedGiantsAreCompleteTracesOfTheirOwnThatEndWhenToldTo() {
    GiantTrace giant = new GiantTrace(2_000);
    long end = Workload.FIRST_MILLIS * 1_000_000;
    List<Request> requests = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    analyze(
        Traces.of(
            Wire.OTLP,
            sink -> {
              for (int i = 0; i < 3; i++) {
                giant.produce(i, 0, giant.parts() / 2, end, Workload.FIRST_MILLIS, sink);
                giant.produce(
                    i, giant.parts() / 2, giant.parts(), end, Workload.FIRST_MILLIS, sink);
              }
            }),
        request -> {
          requests.add(describe(request));
          ends.add(request.startNanos() + request.durationNanos() - end);
        });

    assertThat(requests).hasSize(3).allMatch(Request::complete);
    assertThat(requests).extracting(Request::spans).containsOnly(2_000);
    // Protobuf leaves out what is zero, so times are counted from a nanosecond before the root.
    assertThat(ends).allMatch(nanos -> nanos >= 0 && nanos <= 2);
  }

  /** What both encodings can say of a request; Jaeger's times are whole microseconds. */
  private record Request(Frame endpoint, Object category, int spans, boolean complete) {}

  private Map<TraceId, Request> requests(Wire wire) {
    Map<TraceId, Request> requests = new HashMap<>();
    analyze(traces(wire, SPANS), request -> requests.put(request.traceId(), describe(request)));
    return requests;
  }

  private static Request describe(RequestAnalysis request) {
    return new Request(
        request.endpoint(), request.category(), request.spanCount(), request.complete());
  }

  private List<AssembledTrace> traces(Wire wire, long spans) {
    return Traces.of(wire, sink -> new Workload(traffic).produce(spans, 1_000_000, sink));
  }

  private interface Requests {
    void accept(RequestAnalysis request);
  }

  private static void analyze(List<AssembledTrace> traces, Requests requests) {
    TraceAnalyzer analyzer = new TraceAnalyzer(AnalysisRules.standard());
    QualityLedger ledger = new QualityLedger(60_000);
    AnalysisSink sink =
        new AnalysisSink() {
          @Override
          public void request(RequestAnalysis request) {
            requests.accept(request);
          }

          @Override
          public void late(LateSpan span) {
            throw new AssertionError("late: " + span);
          }
        };
    traces.forEach(trace -> analyzer.analyze(trace, ledger, sink));
  }
}
