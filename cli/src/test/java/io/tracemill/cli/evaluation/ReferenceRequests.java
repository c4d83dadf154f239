package io.tracemill.cli.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.callingcontext.CallPaths;
import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Requests as the reference detector reads them from OTLP JSON lines: no clock skew, a simpler
 * critical path, dated by the end of their last span. An obvious second way to the figures that the
 * job computes, for measuring the detector apart from everything before it.
 */
final class ReferenceRequests {
  private static final long TOLERANCE = 1_000_000;

  private final Map<String, Span> spans;
  private final Map<String, List<Span>> children = new HashMap<>();
  private final Map<String, String> callee = new HashMap<>();
  private final Map<Span, long[]> windows = new HashMap<>();
  private final Map<Place, Long> nanos = new TreeMap<>(Place.ORDER);
  private final Map<Span, Integer> nodes = new HashMap<>();
  private final CallingContextTree tree = new CallingContextTree();

  private ReferenceRequests(Map<String, Span> spans) {
    this.spans = spans;
  }

  /**
   * A request: its trace, when it was complete, whose it is, where its time went, and what it
   * called.
   *
   * @param services all that have a span
   */
  record Request(
      TraceId traceId,
      long endNanos,
      Frame endpoint,
      long durationNanos,
      Map<Place, Time> places,
      Set<Frame> parents,
      Set<Call> calls,
      PathTimes criticalPath,
      Set<String> services) {
    Request with(PathTimes otherPath) {
      return new Request(
          traceId, endNanos, endpoint, durationNanos, places, parents, calls, otherPath, services);
    }
  }

  /** Exclusive time at a place, and how many spans it has. */
  record Time(long nanos, int calls) {}

  private record Span(String id, String parent, Frame frame, long start, long end) {}

  /** The requests of a file, in order of time. */
  static List<Request> read(Path file, Set<String> skippedServices) throws IOException {
    Map<String, Map<String, Span>> traces = new LinkedHashMap<>();
    ObjectMapper json = new ObjectMapper();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        for (JsonNode resource : json.readTree(line).path("resourceSpans")) {
          add(resource, traces);
        }
      }
    }
    List<Request> requests = new ArrayList<>();
    traces.forEach(
        (id, spans) ->
            requests.add(new ReferenceRequests(spans).request(TraceId.ofHex(id), skippedServices)));
    requests.sort(Comparator.comparingLong(Request::endNanos));
    return requests;
  }

  private static void add(JsonNode resource, Map<String, Map<String, Span>> traces) {
    String service = "";
    for (JsonNode attribute : resource.path("resource").path("attributes")) {
      if (attribute.path("key").asText().equals("service.name")) {
        service = attribute.path("value").path("stringValue").asText();
      }
    }
    for (JsonNode scope : resource.path("scopeSpans")) {
      for (JsonNode span : scope.path("spans")) {
        String id = span.path("spanId").asText();
        traces
            .computeIfAbsent(span.path("traceId").asText(), added -> new LinkedHashMap<>())
            .put(
                id,
                new Span(
                    id,
                    span.path("parentSpanId").asText(""),
                    Frame.of(service, span.path("name").asText()),
                    span.path("startTimeUnixNano").asLong(),
                    span.path("endTimeUnixNano").asLong()));
      }
    }
  }

  private Request request(TraceId traceId, Set<String> skipped) {
    Span root = link();
    follow(root);
    Map<Place, Integer> spansAt = new TreeMap<>(Place.ORDER);
    Set<Frame> parents = new HashSet<>();
    Set<Call> calls = new HashSet<>();
    long end = Long.MIN_VALUE;
    for (Span span : spans.values()) {
      spansAt.merge(place(span), 1, Integer::sum);
      parents.add(span.frame());
      @Nullable Span parent = spans.get(span.parent());
      if (parent != null) {
        calls.add(new Call(parent.frame(), span.frame()));
      }
      end = Math.max(end, span.end());
    }
    Map<Place, Time> times = new TreeMap<>(Place.ORDER);
    spansAt.forEach(
        (place, count) -> times.put(place, new Time(nanos.getOrDefault(place, 0L), count)));
    return new Request(
        traceId,
        end,
        endpoint(root, skipped),
        root.end() - root.start(),
        times,
        parents,
        calls,
        PathTimes.copyOf(tree),
        spans.values().stream().map(span -> span.frame().service()).collect(Collectors.toSet()));
  }

  private Span link() {
    @Nullable Span root = null;
    for (Span span : spans.values()) {
      @Nullable Span parent = spans.get(span.parent());
      if (parent != null) {
        if (!parent.frame().service().equals(span.frame().service())) {
          callee.put(parent.id(), span.frame().service());
        }
        children.computeIfAbsent(parent.id(), added -> new ArrayList<>()).add(span);
      } else if (root == null || span.start() < root.start()) {
        root = span;
      }
    }
    if (root == null) {
      throw new IllegalStateException("a trace without a root");
    }
    return root;
  }

  private Frame endpoint(Span root, Set<String> skipped) {
    Deque<Span> open = new ArrayDeque<>(List.of(root));
    @Nullable Span first = null;
    while (!open.isEmpty()) {
      Span span = open.pop();
      if (skipped.contains(span.frame().service())) {
        open.addAll(children.getOrDefault(span.id(), List.of()));
      } else if (first == null || span.start() < first.start()) {
        first = span;
      }
    }
    return first == null ? root.frame() : first.frame();
  }

  private Place place(Span span) {
    @Nullable String to = callee.get(span.id());
    return to == null
        ? new Place.Operation(span.frame())
        : new Place.Edge(span.frame().service(), to);
  }

  private void follow(Span root) {
    windows.put(root, new long[] {root.start(), root.end()});
    nodes.put(root, tree.child(CallPaths.NONE, step(root)));
    Deque<Span> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      Span span = open.pop();
      long[] window = window(span);
      long cursor = window[1];
      boolean moved = false;
      for (Span child : lastFirst(span, window)) {
        long[] of = window(child);
        long end = of[1];
        if (end > cursor) {
          if (!moved || end - cursor > TOLERANCE || of[0] >= cursor) {
            continue;
          }
          end = cursor;
        }
        long start = Math.max(of[0], window[0]);
        if (end <= start) {
          continue;
        }
        spend(span, cursor - end);
        windows.put(child, new long[] {start, end});
        nodes.put(child, tree.child(node(span), step(child)));
        open.push(child);
        cursor = start;
        moved = true;
      }
      spend(span, cursor - window[0]);
    }
  }

  private void spend(Span span, long time) {
    nanos.merge(place(span), time, Long::sum);
    tree.addExclusive(node(span), time);
  }

  private int node(Span span) {
    return nodes.getOrDefault(span, CallPaths.NONE);
  }

  private PathStep step(Span span) {
    @Nullable String to = callee.get(span.id());
    return to == null ? PathStep.of(span.frame()) : PathStep.edge(span.frame(), to);
  }

  private long[] window(Span span) {
    return windows.getOrDefault(span, new long[2]);
  }

  private List<Span> lastFirst(Span span, long[] window) {
    List<Span> kept = new ArrayList<>();
    for (Span child : children.getOrDefault(span.id(), List.of())) {
      long start = Math.max(child.start(), window[0]);
      long end = Math.min(child.end(), window[1]);
      if (end >= start && !(child.start() >= window[1] && child.end() > window[1])) {
        windows.put(child, new long[] {start, end});
        kept.add(child);
      }
    }
    kept.sort(
        Comparator.comparingLong((Span child) -> window(child)[1])
            .thenComparing(child -> -window(child)[0])
            .thenComparing(Span::id)
            .reversed());
    return kept;
  }
}
