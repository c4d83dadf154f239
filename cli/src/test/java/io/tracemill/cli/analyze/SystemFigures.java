package io.tracemill.cli.analyze;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.view.ClockCorrections;
import io.tracemill.analysis.view.Distributions;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.StreamSupport;

/** Compares figures of all requests in a store with the records of these requests. */
record SystemFigures(Distributions distributions, ClockCorrections clocks) {
  static SystemFigures of(Path store) {
    EngineLimits all = EngineLimits.DEFAULT.withAllKept();
    try (StoreSession session = Store.open(store, Optional.empty(), all).session(Filter.ALL_TIME)) {
      KeptRequests requests = KeptRequests.ofStatistics(session, Filter.ALL);
      return new SystemFigures(
          Distributions.of(requests, session.rules().replay()),
          ClockCorrections.of(requests, session.rules().replay()));
    }
  }

  void assertDescribe(List<JsonNode> requests) {
    assertThat(distributions.basis().exact()).isTrue();
    assertThat(distributions.basis().kept()).isEqualTo(requests.size());
    assertFigure("latencyNanos", requests, request -> request.path("durationNanos").asLong());
    assertFigure("spansPerRequest", requests, request -> request.path("spanCount").asLong());
    assertFigure("framesOnCriticalPath", requests, SystemFigures::framesOnPath);
    assertThat(
            clocks.services().stream()
                .mapToDouble(
                    pair -> Math.abs(pair.shiftNanos().mean().value() * pair.shiftNanos().count()))
                .sum())
        .isLessThanOrEqualTo((double) sum(requests, request -> request.path("skewNanos").asLong()));
    assertThat(clocks.services().stream().mapToDouble(pair -> pair.clippedNanos().value()).sum())
        .isEqualTo((double) sum(requests, request -> request.path("clippedNanos").asLong()));
  }

  private static long framesOnPath(JsonNode request) {
    return StreamSupport.stream(request.path("criticalPath").spliterator(), false)
        .map(node -> node.path("service").asText() + " " + node.path("operation").asText())
        .collect(toSet())
        .size();
  }

  private void assertFigure(String name, List<JsonNode> requests, ToLongFunction<JsonNode> figure) {
    Distribution values =
        distributions.figures().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow()
            .values();
    double expected = sum(requests, figure) / (double) requests.size();
    assertThat(values.mean().value()).as(name).isCloseTo(expected, within(1e-9 * expected));
    assertThat(values.max())
        .as(name)
        .isEqualTo(requests.stream().mapToLong(figure).max().orElseThrow());
  }

  private static long sum(List<JsonNode> records, ToLongFunction<JsonNode> figure) {
    return records.stream().mapToLong(figure).sum();
  }
}
