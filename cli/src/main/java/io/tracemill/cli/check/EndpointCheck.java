package io.tracemill.cli.check;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.sample.EndpointShares;
import io.tracemill.cli.sample.TraceFigures;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What requests would be named by, and whether a gateway hides their names. */
record EndpointCheck(TracemillConfig config) {
  private static final double GATEWAY_SHARE = 0.9;
  private static final int SHOWN = 5;
  private static final int NAME_WIDTH = 70;

  List<Finding> of(TraceFigures figures) {
    EndpointShares endpoints = figures.endpoints();
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok(title(endpoints), top(endpoints)));
    gateway(figures, endpoints).ifPresent(findings::add);
    return findings;
  }

  private static String title(EndpointShares endpoints) {
    return "%s of %s"
        .formatted(
            Wording.count(endpoints.shares().size(), "endpoint"),
            Wording.count(endpoints.requests(), "entry request"));
  }

  private static String[] top(EndpointShares endpoints) {
    return endpoints.shares().stream()
        .limit(SHOWN)
        .map(
            share ->
                "%6s  %s"
                    .formatted(
                        Wording.percent(endpoints.share(share)),
                        Wording.shorten(share.endpoint().toString(), NAME_WIDTH)))
        .toArray(String[]::new);
  }

  /** One frame has nearly all requests, and behind it there are several. */
  private Optional<Finding> gateway(TraceFigures figures, EndpointShares endpoints) {
    if (endpoints.largest() < GATEWAY_SHARE) {
      return Optional.empty();
    }
    Frame gateway = endpoints.shares().get(0).endpoint();
    EndpointPattern pattern = new EndpointPattern(gateway.service(), "*");
    EndpointShares behind = figures.endpointsSkipping(pattern);
    if (behind.shares().size() <= endpoints.shares().size()
        || behind.largest() >= endpoints.largest()) {
      return Optional.empty();
    }
    List<EndpointPattern> skip = new ArrayList<>(config.get(Keys.ENDPOINTS_SKIP));
    skip.add(pattern);
    List<String> lines = new ArrayList<>(List.of(Advice.skip(skip)));
    lines.add("# which gives " + title(behind) + ":");
    Stream.of(top(behind)).map(line -> "# " + line).forEach(lines::add);
    return Optional.of(
        Finding.warning(
            "%s of requests enter by %s: consider this endpoints.skip"
                .formatted(
                    Wording.percent(endpoints.largest()),
                    Wording.shorten(gateway.toString(), NAME_WIDTH)),
            lines.toArray(String[]::new)));
  }
}
