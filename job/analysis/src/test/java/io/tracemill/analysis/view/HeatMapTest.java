package io.tracemill.analysis.view;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeatMapTest {
  @Test
  void columnsAreRequestsByLatencyAndRowsFramesByTime() {
    HeatMap map =
        HeatMap.of(
            List.of(
                Kept.of(
                    trace(1)
                        .root("front", 0, 100)
                        .kind(SpanKind.SERVER)
                        .child("front", "db", 5, 95)),
                Kept.of(
                    trace(2)
                        .root("front", 0, 55)
                        .kind(SpanKind.SERVER)
                        .child("front", "db", 5, 40)
                        .kind(SpanKind.SERVER)
                        .child("db", "front", 10, 15))),
            Kept.RULES);

    assertThat(map.columns()).extracting(HeatMap.Column::durationNanos).containsExactly(55L, 100L);
    assertThat(map.rows()).extracting(row -> row.frame().service()).containsExactly("db", "front");
    assertThat(map.rows().get(0).exclusiveNanos()).containsExactly(30L, 90L);
    assertThat(map.rows().get(1).exclusiveNanos()).containsExactly(25L, 10L);
    assertThat(map.rows().get(1).inclusiveNanos()).containsExactly(55L, 100L);
    assertThat(map.rows().get(1).callPaths()).hasSize(2);
  }

  @Test
  void theSlowestRequestsAreAlwaysShown() {
    HeatMap map =
        HeatMap.of(
            IntStream.range(0, 1_000)
                .mapToObj(id -> Kept.of(trace(id + 1).root("front", 0, 1_000 + id)))
                .toList(),
            Kept.RULES);

    assertThat(map.columns()).hasSize(HeatMap.MAX_COLUMNS);
    assertThat(map.rows().get(0).percentiles().p50().orElseThrow().value())
        .as("of all requests, not of the columns")
        .isEqualTo(1_499);
    assertThat(map.columns().subList(80, 100))
        .extracting(HeatMap.Column::durationNanos)
        .containsExactlyElementsOf(IntStream.range(1_980, 2_000).mapToObj(Long::valueOf).toList());
  }

  @Test
  void framesBeyondTheLimitAreOneRowAndTimesAddUp() {
    TraceSpec request = trace().root("front", 0, 10_000);
    for (int i = 0; i < 80; i++) {
      request.child("front", "s" + i, 100L * i, 100L * i + i + 1);
    }

    HeatMap map = HeatMap.of(List.of(Kept.of(request)), Kept.RULES);

    assertThat(map.rows()).hasSize(HeatMap.MAX_ROWS);
    assertThat(map.rows().get(HeatMap.MAX_ROWS - 1).frame()).isEqualTo(HeatMap.OTHER);
    assertThat(map.rows().stream().mapToLong(row -> row.exclusiveNanos().get(0)).sum())
        .isEqualTo(map.columns().get(0).durationNanos());
  }

  @Test
  void aRequestThatWasKeptInAdditionIsShown() {
    KeptRequest request = Kept.of(trace().root("front", 0, 100));

    HeatMap map = HeatMap.of(List.of(Kept.weighted(request, 0, 1)), Kept.RULES);

    assertThat(map.columns()).extracting(HeatMap.Column::weight).containsExactly(0.0);
  }
}
