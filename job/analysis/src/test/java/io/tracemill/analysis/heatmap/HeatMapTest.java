package io.tracemill.analysis.heatmap;

import static io.tracemill.analysis.profile.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.profile.RequestSample;
import io.tracemill.analysis.request.RequestAnalysis;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeatMapTest {
  private static RequestSample sample(List<RequestAnalysis> requests) {
    EndpointAccumulator sum = new EndpointAccumulator(new ProfileLimits(1_000, 100, 10, 1_000));
    requests.forEach(sum::add);
    return sum.sample();
  }

  @Test
  void columnsAreRequestsByLatencyAndRowsFramesByTime() {
    HeatMap map =
        HeatMap.of(
            sample(
                List.of(
                    request(1).call("front", 10).below(0, "db", 90).build(),
                    request(2).call("front", 20).below(0, "db", 30).below(1, "front", 5).build())));

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
            sample(
                IntStream.range(0, 1_000)
                    .mapToObj(id -> request(id).call("front", 1_000 + id).build())
                    .toList()));

    assertThat(map.columns()).hasSize(HeatMap.MAX_COLUMNS);
    assertThat(map.columns().subList(80, 100))
        .extracting(HeatMap.Column::durationNanos)
        .containsExactlyElementsOf(IntStream.range(1_980, 2_000).mapToObj(Long::valueOf).toList());
  }

  @Test
  void framesBeyondTheLimitAreOneRowAndTimesAddUp() {
    var request = request(1).call("front", 10);
    for (int i = 0; i < 80; i++) {
      request.below(0, "s" + i, i + 1);
    }

    HeatMap map = HeatMap.of(sample(List.of(request.build())));

    assertThat(map.rows()).hasSize(HeatMap.MAX_ROWS);
    assertThat(map.rows().get(HeatMap.MAX_ROWS - 1).frame()).isEqualTo(HeatMap.OTHER);
    assertThat(map.rows().stream().mapToLong(row -> row.exclusiveNanos().get(0)).sum())
        .isEqualTo(map.columns().get(0).durationNanos());
  }
}
