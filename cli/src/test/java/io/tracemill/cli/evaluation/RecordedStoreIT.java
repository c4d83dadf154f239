package io.tracemill.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.sample.CategoryReplay;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayedTimes;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.view.CategoryProfile;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Recording;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import io.tracemill.store.question.EndpointSearch;
import io.tracemill.store.question.Histogram;
import io.tracemill.store.question.Overview;
import io.tracemill.store.question.TraceSearch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers about real traces, against a reference that keeps every request. */
@Tag("slow")
@Timeout(300)
final class RecordedStoreIT {

  @TempDir private Path directory;

  /** What the reference keeps of a request. */
  private record Kept(String traceId, long durationNanos, ReplayedTimes nodes) {}

  /** By endpoint, then by category. */
  private static Map<Frame, Map<String, List<Kept>>> reference(Recording recording)
      throws IOException {
    Map<Frame, Map<String, List<Kept>>> requests = new TreeMap<>();
    TraceAnalyzer analyzer = new TraceAnalyzer(Rules.analysis(TracemillConfig.defaults()));
    for (AssembledTrace trace : RecordedTraces.of(recording.file())) {
      analyzer.analyze(
          trace,
          new QualityLedger(60_000),
          new AnalysisSink() {
            @Override
            public void request(RequestAnalysis request) {
              if (request.complete()) {
                requests
                    .computeIfAbsent(request.endpoint(), added -> new TreeMap<>())
                    .computeIfAbsent(request.category().hex(), added -> new ArrayList<>())
                    .add(
                        new Kept(
                            request.traceId().hex(),
                            request.durationNanos(),
                            new CategoryReplay(Rules.line(TracemillConfig.defaults()).replay())
                                .times(KeptRequest.of(request, 0))));
              }
            }

            @Override
            public void late(LateSpan span) {
              throw new AssertionError(span);
            }
          });
    }
    return requests;
  }

  private Store index(Recording recording) {
    Path index = directory.resolve("store");
    CommandLineRun run =
        CommandLineRun.of(
            "analyze",
            recording.file().toString(),
            "--out",
            directory.resolve("out").toString(),
            "--store",
            index.toString());
    assertThat(run.status()).as(run.err()).isZero();
    return Store.open(index, Optional.empty(), EngineLimits.DEFAULT);
  }

  @ParameterizedTest
  @EnumSource
  void everyAnswerEqualsTheReference(Recording recording) throws IOException {
    Map<Frame, Map<String, List<Kept>>> expected = reference(recording);
    try (StoreSession session = index(recording).session(Filter.ALL_TIME)) {
      assertThat(EndpointSearch.all(session))
          .containsExactlyInAnyOrderElementsOf(expected.keySet());
      expected.forEach(
          (endpoint, categories) -> {
            Filter filter = Filter.ALL.of(endpoint);
            assertOverview(Overview.ask(session, filter, Overview.ANOMALOUS_CV), categories);
            List<Kept> all = categories.values().stream().flatMap(List::stream).toList();
            assertThat(Histogram.ask(session, filter, Histogram.Scale.LOG, 20).requests())
                .isEqualTo(all.size());
            assertSlowest(session, filter, all);
            categories.forEach(
                (flow, requests) ->
                    assertNodes(
                        CategorySearch.one(session, flow, Optional.of(endpoint))
                            .profile(session, filter),
                        requests));
          });
    }
  }

  private static void assertOverview(Overview overview, Map<String, List<Kept>> categories) {
    assertThat(overview.categories()).hasSize(categories.size());
    for (Overview.Category category : overview.categories()) {
      List<Long> sorted =
          categories.getOrDefault(category.category(), List.of()).stream()
              .map(Kept::durationNanos)
              .sorted()
              .toList();
      assertThat(category.requests()).isEqualTo(sorted.size());
      assertThat(category.meanNanos()).isCloseTo(mean(sorted), within(1.0));
      assertThat(category.p50Nanos()).isEqualTo(percentile(sorted, 0.5));
      assertThat(category.p99Nanos()).isEqualTo(percentile(sorted, 0.99));
    }
  }

  private static double mean(List<Long> values) {
    return values.stream().mapToLong(value -> value).average().orElseThrow();
  }

  /** The smallest value that at least this share of the values does not exceed. */
  private static long percentile(List<Long> sorted, double share) {
    return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }

  private static void assertSlowest(StoreSession session, Filter filter, List<Kept> all) {
    List<Long> found =
        new TraceSearch(filter, false, OptionalInt.empty(), 0, TraceSearch.Order.SLOWEST, 10, "")
            .ask(session).stream().map(TraceSearch.Found::durationNanos).toList();
    assertThat(found)
        .isEqualTo(
            all.stream()
                .map(Kept::durationNanos)
                .sorted(Comparator.reverseOrder())
                .limit(10)
                .toList());
  }

  private static void assertNodes(CategoryProfile profile, List<Kept> requests) {
    for (CategoryProfile.Node node : profile.nodes()) {
      int position = node.position();
      List<Long> inclusive = values(requests, nodes -> nodes.inclusiveNanos()[position]);
      assertThat(node.meanNanos()).isCloseTo(mean(inclusive), within(1.0));
      assertThat(node.minNanos()).isEqualTo(inclusive.get(0));
      assertThat(node.maxNanos()).isEqualTo(inclusive.get(inclusive.size() - 1));
      assertThat(node.criticalNanos())
          .isCloseTo(mean(values(requests, nodes -> nodes.criticalNanos()[position])), within(1.0));
    }
  }

  private static List<Long> values(List<Kept> requests, ToLongFunction<ReplayedTimes> value) {
    return requests.stream().map(each -> value.applyAsLong(each.nodes())).sorted().toList();
  }
}
