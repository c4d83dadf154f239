package io.tracemill.analysis.stack;

import static java.util.stream.Collectors.toSet;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects spans, and the names that they give to processes and threads. */
public final class LocalSpans {
  static final String PID = "process.pid";
  static final String CONTAINER = "container.id";
  static final String THREAD_NAME = "thread.name";
  static final String VERSION = "service.version";

  /** The attribute with Java's id of a span's thread. */
  public static final String THREAD_ID = "thread.id";

  /** The attributes that name a node; the most trusted comes first. */
  public static final List<String> HOST_KEYS = List.of("k8s.node.name", "host.id", "host.name");

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

  /** Adds a span. */
  public void add(LocalSpan span) {
    processes.add(span.host(), span.pid(), span.container(), span.frame().service());
    spans.add(span);
  }

  /** The node that attributes of a span or sample name; empty if they name none. */
  public static String hostOf(Map<String, String> attributes) {
    return HOST_KEYS.stream()
        .map(key -> attributes.getOrDefault(key, ""))
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** The spans so far. */
  public List<LocalSpan> spans() {
    return List.copyOf(spans);
  }

  /** The services of processes; valid for all spans so far. */
  public ProcessNames processes() {
    return processes;
  }

  /** The groups of threads that serve the traces of these spans, which are among all. */
  public Set<ThreadName> own(Collection<LocalSpan> explained) {
    Set<Long> traces = explained.stream().map(LocalSpan::traceHash).collect(toSet());
    return spans.stream()
        .filter(span -> traces.contains(span.traceHash()))
        .map(span -> ThreadName.of(span.frame().service(), span.threadName()))
        .collect(toUnmodifiableSet());
  }
}
