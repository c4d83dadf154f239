package io.tracemill.analysis.stack;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.span.AttributeCursor;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Collects the spans of traces that samples can be stitched to, and the names that they give to
 * processes and threads.
 */
public final class LocalSpans {
  /** The attributes that name a node; the most trusted comes first. */
  public static final List<String> HOST_KEYS = List.of("k8s.node.name", "host.id", "host.name");

  private static final String PID = "process.pid";
  private static final String CONTAINER = "container.id";

  /** The attribute with Java's id of a span's thread. */
  public static final String THREAD_ID = "thread.id";

  private static final String THREAD_NAME = "thread.name";
  private static final String VERSION = "service.version";

  /** The attributes that spans must keep. */
  public static final List<String> ATTRIBUTES =
      List.of(
          HOST_KEYS.get(0),
          HOST_KEYS.get(1),
          HOST_KEYS.get(2),
          PID,
          CONTAINER,
          THREAD_ID,
          THREAD_NAME,
          VERSION);

  private final List<LocalSpan> spans = new ArrayList<>();
  private final ProcessNames processes = new ProcessNames();
  private final Set<ThreadName> own = new HashSet<>();

  /** Adds the SERVER and CONSUMER spans of a tree whose spans keep {@link #ATTRIBUTES}. */
  public void add(TraceTree tree) {
    for (int span = 0; span < tree.size(); span++) {
      if (serves(tree, span)) {
        add(tree, span, attributes(tree, span));
      }
    }
  }

  /** Whether it is a SERVER or CONSUMER span. */
  public static boolean serves(TraceTree tree, int span) {
    return tree.kind(span) == SpanKind.SERVER || tree.kind(span) == SpanKind.CONSUMER;
  }

  /** Adds one span of a tree, with attributes that its tree may not have. */
  public void add(TraceTree tree, int span, Map<String, String> attributes) {
    String host = hostOf(attributes);
    String service = tree.frame(span).service();
    processes.add(
        host, attributes.getOrDefault(PID, ""), attributes.getOrDefault(CONTAINER, ""), service);
    own.add(ThreadName.of(service, attributes.getOrDefault(THREAD_NAME, "")));
    spans.add(
        new LocalSpan(
            tree.frame(span),
            host,
            attributes.getOrDefault(THREAD_ID, ""),
            SelfSegments.of(tree, span),
            attributes.getOrDefault(VERSION, "")));
  }

  /** The node that attributes of a span or sample name; empty if they name none. */
  public static String hostOf(Map<String, String> attributes) {
    return HOST_KEYS.stream()
        .map(key -> attributes.getOrDefault(key, ""))
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("");
  }

  private static Map<String, String> attributes(TraceTree tree, int span) {
    Map<String, String> attributes = new HashMap<>();
    AttributeCursor cursor = new AttributeCursor();
    for (int part = tree.firstPart(span); part >= 0; part = tree.nextPart(part)) {
      if (tree.attributes(part, cursor)) {
        while (cursor.next()) {
          attributes.putIfAbsent(
              ATTRIBUTES.get(cursor.key()),
              new String(cursor.bytes(), cursor.valueOffset(), cursor.valueLength(), UTF_8));
        }
      }
    }
    return attributes;
  }

  /** The spans so far. */
  public List<LocalSpan> spans() {
    return List.copyOf(spans);
  }

  /** The services of processes; valid for all spans so far. */
  public ProcessNames processes() {
    return processes;
  }

  /** The groups of threads that serve the spans. */
  public Set<ThreadName> own() {
    return Set.copyOf(own);
  }
}
