package io.tracemill.cli.check;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.options.SkipSetting;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Lists the endpoints, and whether a gateway hides others. */
record EndpointCheck(TracemillConfig config) {
  private static final double GATEWAY_SHARE = 0.9;
  private static final int SHOWN = 5;
  private static final int NAME_WIDTH = 70;

  /** The requests of each endpoint, largest first. */
  private record Endpoints(List<Map.Entry<Frame, Long>> requests, long total) {
    static Endpoints of(Map<Frame, Long> requests) {
      return new Endpoints(
          requests.entrySet().stream()
              .sorted(
                  Map.Entry.<Frame, Long>comparingByValue(Comparator.reverseOrder())
                      .thenComparing(Map.Entry.comparingByKey()))
              .toList(),
          requests.values().stream().mapToLong(Long::longValue).sum());
    }

    double share(Map.Entry<Frame, Long> endpoint) {
      return (double) endpoint.getValue() / total;
    }

    double largest() {
      return requests.isEmpty() ? 0 : share(requests.get(0));
    }

    String title() {
      return "%s of %s"
          .formatted(
              Wording.count(requests.size(), "endpoint"), Wording.count(total, "entry request"));
    }

    Stream<String> top() {
      return requests.stream()
          .limit(SHOWN)
          .map(
              endpoint ->
                  "%6s  %s"
                      .formatted(
                          Wording.percent(share(endpoint)),
                          Wording.shorten(endpoint.getKey().toString(), NAME_WIDTH)));
    }
  }

  /** Runs the job again with another configuration. */
  interface Rerun {
    Sample with(TracemillConfig config) throws InterruptedException, TimeoutException;
  }

  List<Finding> of(Map<Frame, Long> requests, Rerun rerun)
      throws InterruptedException, TimeoutException {
    Endpoints endpoints = Endpoints.of(requests);
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok(endpoints.title(), endpoints.top().toArray(String[]::new)));
    if (endpoints.largest() >= GATEWAY_SHARE) {
      gateway(endpoints, rerun).ifPresent(findings::add);
    }
    return findings;
  }

  /** If one frame has nearly all requests, looks for a gateway. */
  private Optional<Finding> gateway(Endpoints endpoints, Rerun rerun)
      throws InterruptedException, TimeoutException {
    Frame gateway = endpoints.requests().get(0).getKey();
    List<EndpointPattern> skip = new ArrayList<>(config.get(Keys.ENDPOINTS_SKIP));
    skip.add(new EndpointPattern(gateway.service(), "*"));
    Endpoints behind = Endpoints.of(rerun.with(config.with(Keys.ENDPOINTS_SKIP, skip)).requests());
    if (behind.requests().size() <= endpoints.requests().size()
        || behind.largest() >= endpoints.largest()) {
      return Optional.empty();
    }
    List<String> lines = new ArrayList<>(SkipSetting.lines(skip));
    lines.add("# which gives " + behind.title() + ":");
    behind.top().map(line -> "# " + line).forEach(lines::add);
    return Optional.of(
        Finding.warning(
            "%s of requests enter by %s: consider this endpoints.skip"
                .formatted(
                    Wording.percent(endpoints.largest()),
                    Wording.shorten(gateway.toString(), NAME_WIDTH)),
            lines.toArray(String[]::new)));
  }
}
