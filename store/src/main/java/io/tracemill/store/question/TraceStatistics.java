package io.tracemill.store.question;

import static java.util.Comparator.comparingLong;

import io.tracemill.store.question.StoredTrace.Section;
import io.tracemill.store.question.StoredTrace.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The spans of a request added up, those with most time on the critical path first. All times are
 * nanoseconds.
 *
 * @param operations by service and operation
 * @param services by service
 */
public record TraceStatistics(List<Row> operations, List<Row> services) {
  /** A span that calls the same operation this often, one call after another, repeats it. */
  static final int REPEATED = 5;

  public TraceStatistics {
    operations = List.copyOf(operations);
    services = List.copyOf(services);
  }

  /**
   * The spans of one operation, or of a service.
   *
   * @param operation absent for a whole service
   * @param totalNanos sum of their durations; spans that contain each other count twice
   * @param ownNanos sum of their durations outside their children
   * @param criticalNanos their time on the critical path
   * @param repeated the most of them that one span calls, one after another, if that is often: a
   *     loop that a single call could replace (N+1)
   */
  public record Row(
      String service,
      Optional<String> operation,
      int spans,
      int failed,
      long totalNanos,
      long ownNanos,
      long criticalNanos,
      Optional<Integer> repeated) {}

  private record Name(String service, Optional<String> operation) {}

  private record Call(int parent, Name name) {}

  /** The sums of a name. */
  private static final class Sum {
    private int spans;
    private int failed;
    private long totalNanos;
    private long ownNanos;
    private long criticalNanos;
    private int repeated;

    private void add(Span span, long own, long critical) {
      spans++;
      failed += span.failed() ? 1 : 0;
      totalNanos += span.durationNanos();
      ownNanos += own;
      criticalNanos += critical;
    }

    private Row row(Name name) {
      return new Row(
          name.service(),
          name.operation(),
          spans,
          failed,
          totalNanos,
          ownNanos,
          criticalNanos,
          Optional.of(repeated).filter(most -> most >= REPEATED));
    }
  }

  /** Adds up the spans of a request, which come in preorder. */
  static TraceStatistics of(List<Span> spans, List<Section> criticalPath) {
    long[] critical = new long[spans.size()];
    criticalPath.forEach(
        section -> critical[section.span()] += section.toNanos() - section.fromNanos());
    long[] own = ownNanos(spans);
    Map<Name, Sum> operations = new HashMap<>();
    Map<Name, Sum> services = new HashMap<>();
    for (int i = 0; i < own.length; i++) {
      Span span = spans.get(i);
      sum(operations, name(span)).add(span, own[i], critical[i]);
      sum(services, new Name(span.service(), Optional.empty())).add(span, own[i], critical[i]);
    }
    inARow(spans).forEach((name, most) -> sum(operations, name).repeated = most);
    return new TraceStatistics(rows(operations), rows(services));
  }

  private static Name name(Span span) {
    return new Name(span.service(), Optional.of(span.operation()));
  }

  private static Sum sum(Map<Name, Sum> sums, Name name) {
    return sums.computeIfAbsent(name, added -> new Sum());
  }

  private static List<Row> rows(Map<Name, Sum> sums) {
    return sums.entrySet().stream()
        .map(each -> each.getValue().row(each.getKey()))
        .sorted(
            comparingLong((Row row) -> -row.criticalNanos())
                .thenComparing(row -> -row.totalNanos())
                .thenComparing(Row::service)
                .thenComparing(row -> row.operation().orElse("")))
        .toList();
  }

  /** By span, its duration outside its children, which may overlap each other and its ends. */
  private static long[] ownNanos(List<Span> spans) {
    Map<Integer, List<Span>> children = new TreeMap<>();
    spans.stream()
        .filter(span -> span.parent() >= 0)
        .forEach(
            span -> children.computeIfAbsent(span.parent(), added -> new ArrayList<>()).add(span));
    long[] own = spans.stream().mapToLong(Span::durationNanos).toArray();
    children.forEach(
        (parent, below) -> own[parent] -= coveredNanos(spans.get(parent), inOrder(below)));
    return own;
  }

  private static long coveredNanos(Span parent, List<Span> children) {
    long covered = 0;
    long until = parent.startNanos();
    for (Span child : children) {
      long end = Math.min(end(child), end(parent));
      long from = Math.max(child.startNanos(), until);
      covered += Math.max(0, end - from);
      until = Math.max(until, end);
    }
    return covered;
  }

  private static long end(Span span) {
    return span.startNanos() + span.durationNanos();
  }

  private static List<Span> inOrder(List<Span> spans) {
    return spans.stream().sorted(Comparator.comparingLong(Span::startNanos)).toList();
  }

  /** By name, the most calls of it by one span of which each begins after the one before ended. */
  private static Map<Name, Integer> inARow(List<Span> spans) {
    Map<Call, Integer> calls = new HashMap<>();
    Map<Call, Long> ends = new HashMap<>();
    for (Span span : inOrder(spans)) {
      Call call = new Call(span.parent(), name(span));
      if (span.parent() >= 0 && span.startNanos() >= ends.getOrDefault(call, Long.MIN_VALUE)) {
        calls.merge(call, 1, Integer::sum);
        ends.put(call, end(span));
      }
    }
    Map<Name, Integer> most = new HashMap<>();
    calls.forEach((call, count) -> most.merge(call.name(), count, Math::max));
    return most;
  }
}
