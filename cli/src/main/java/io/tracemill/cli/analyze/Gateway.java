package io.tracemill.cli.analyze;

import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.cli.options.SkipSetting;
import io.tracemill.cli.screen.Wording;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A service that forwards each request to one of several operations of other services. Its own
 * operation therefore says little about a request.
 *
 * @param hidden number of operations that it calls
 */
public record Gateway(String service, int hidden) {
  /** A request with more calls than this on average is not merely forwarded. */
  private static final double MAX_CALLS = 1.1;

  /** If one operation gets more requests than this, it is the endpoint. */
  private static final double MAX_SHARE = 0.9;

  /** Finds a gateway in the tree of a profile whose endpoint belongs to {@code service}. */
  public static Optional<Gateway> of(String service, List<EndpointProfile.Node> tree) {
    Map<String, Long> calls = new HashMap<>();
    boolean[] own = new boolean[tree.size()];
    long requests = 0;
    for (int i = 0; i < own.length; i++) {
      EndpointProfile.Node node = tree.get(i);
      boolean above = node.parent() < 0 || own[node.parent()];
      own[i] = above && node.service().equals(service);
      requests += node.parent() < 0 ? node.traces() : 0;
      if (above && !own[i]) {
        calls.merge(Wording.frame(node.service(), node.operation()), node.traces(), Long::sum);
      }
    }
    long all = calls.values().stream().mapToLong(Long::longValue).sum();
    long largest = calls.values().stream().mapToLong(Long::longValue).max().orElse(0);
    return calls.size() > 1 && all <= MAX_CALLS * requests && largest <= MAX_SHARE * requests
        ? Optional.of(new Gateway(service, calls.size()))
        : Optional.empty();
  }

  /** The {@code endpoints.skip} setting: this gateway and those already skipped. */
  public List<String> setting(List<EndpointPattern> skipped) {
    List<EndpointPattern> all = new ArrayList<>(skipped);
    all.add(new EndpointPattern(service, "*"));
    return SkipSetting.lines(all);
  }
}
