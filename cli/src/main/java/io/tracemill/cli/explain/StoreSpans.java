package io.tracemill.cli.explain;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestDetails;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.stack.LocalSpanReader;
import io.tracemill.analysis.stack.LocalSpans;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.ConfigException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The spans of kept requests that samples can be stitched to, all in memory. A kept request has the
 * attributes of its services, not of each span. So a span's host is known if the request names one
 * host of its service; its thread never is.
 */
final class StoreSpans {
  /**
   * Stands for several values of an attribute; {@link LocalSpans} takes an empty text as unknown.
   */
  private static final String UNKNOWN = "";

  /**
   * Finds duplicates: an asynchronous request is kept alone, and again within its caller's request.
   */
  private record SpanKey(TraceId trace, long span) {}

  private final RequestReplay replay;
  private final LocalSpans spans = new LocalSpans();
  private final Set<SpanKey> used = new HashSet<>();
  private final Set<SpanKey> leftOut = new HashSet<>();
  private boolean anyHost;
  private long requests;

  private StoreSpans(ReplayRules rules) {
    replay = new RequestReplay(rules);
  }

  /**
   * Reads the requests.
   *
   * @throws ConfigException if no span can be used
   */
  static StoreSpans of(Iterable<KeptRequest> requests, ReplayRules rules) {
    StoreSpans found = new StoreSpans(rules);
    requests.forEach(found::add);
    found.leftOut.removeAll(found.used);
    found.require();
    return found;
  }

  private void add(KeptRequest request) {
    requests++;
    anyHost |=
        request.attributes().stream().anyMatch(each -> LocalSpans.HOST_KEYS.contains(each.key()));
    Map<String, Map<String, String>> services = attributes(request.attributes());
    TraceTree tree = replay.load(request);
    for (int span = 0; span < tree.size(); span++) {
      if (LocalSpanReader.serves(tree, span)) {
        SpanKey key = new SpanKey(request.traceId(), tree.spanId(span));
        Map<String, String> attributes =
            services.getOrDefault(tree.frame(span).service(), Map.of());
        // The calls that cut self time are missing in a request that has only its critical path.
        if (request.pathOnly() || !namesHost(attributes)) {
          leftOut.add(key);
        } else if (used.add(key)) {
          spans.add(LocalSpanReader.of(tree, span, attributes));
        }
      }
    }
  }

  /** By service and key, the value if the request has one only. */
  private static Map<String, Map<String, String>> attributes(List<RequestAttribute> all) {
    Map<String, Map<String, String>> services = new HashMap<>();
    for (RequestAttribute each : all) {
      services
          .computeIfAbsent(each.service(), added -> new HashMap<>())
          .merge(each.key(), each.value(), (one, other) -> UNKNOWN);
    }
    services.values().forEach(each -> each.remove(LocalSpans.THREAD_ID));
    if (all.size() == RequestDetails.MAX_ATTRIBUTES) {
      // More values of the last service may have been cut.
      services.remove(all.get(all.size() - 1).service());
    }
    return services;
  }

  /** Whether each attribute that names a host has one value. */
  private static boolean namesHost(Map<String, String> attributes) {
    return !LocalSpans.hostOf(attributes).isEmpty()
        && LocalSpans.HOST_KEYS.stream().noneMatch(key -> UNKNOWN.equals(attributes.get(key)));
  }

  private void require() {
    if (requests == 0) {
      throw new ConfigException("the store keeps no request of this time; give another range");
    }
    if (!anyHost) {
      throw new ConfigException(
          "no kept request names a host; let spans.attributes include k8s.node.name, host.id or"
              + " host.name, and ask about requests that come after that");
    }
    if (used.isEmpty()) {
      throw new ConfigException(
          "the kept requests have no SERVER or CONSUMER span to explain; " + leftOut());
    }
  }

  LocalSpans spans() {
    return spans;
  }

  /** What the spans are, in a sentence. */
  String text() {
    return "kept requests, a sample: %s of %s, each counted once%s"
        .formatted(
            Wording.count(used.size(), "span"),
            Wording.count(requests, "request"),
            leftOut.isEmpty() ? "" : "; " + leftOut());
  }

  private String leftOut() {
    return "left out %s whose host is unknown or ambiguous, or whose request has more than %s spans"
        .formatted(Wording.count(leftOut.size(), "span"), Wording.number(KeptRequest.MAX_SPANS));
  }
}
