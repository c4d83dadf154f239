package io.tracemill.analysis.layer;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.Signatures;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Keeps every duration of every span under a readable name: the definitions of tprof's section 3,
 * written down as slowly and plainly as they read.
 */
public final class SlowLayers {
  final Map<Frame, List<Long>> operations = new TreeMap<>();
  final Map<Frame, List<Long>> selves = new TreeMap<>();

  /** By order signature; keys such as {@code "a x/b y duration"}. */
  final Map<CallTreeSignature, Map<String, List<Long>>> orders = new TreeMap<>();

  final Map<CallTreeSignature, Map<String, List<Long>>> structures = new TreeMap<>();

  private record Node(
      Frame frame,
      long from,
      long to,
      long recordedFrom,
      long recordedTo,
      List<Node> children,
      String shape) {}

  /** Adds the request that is the whole tree. */
  public void add(TraceTree tree, Signatures signatures) {
    Node root = node(tree, 0, tree.startNanos(0), tree.endNanos(0));
    addOperations(root);
    addTimes(root, "", false, orders.computeIfAbsent(signatures.order(), key -> new TreeMap<>()));
    addTimes(
        root, "", true, structures.computeIfAbsent(signatures.structure(), key -> new TreeMap<>()));
  }

  private static Node node(TraceTree tree, int span, long begin, long end) {
    long from = Math.max(begin, Math.min(end, tree.startNanos(span)));
    long to = Math.max(begin, Math.min(end, tree.endNanos(span)));
    List<Node> children = new ArrayList<>();
    for (int child : byBegin(tree, span)) {
      long latest = latestEvent(from, children, tree.startNanos(child));
      boolean late = tree.startNanos(child) >= to && tree.endNanos(child) > to;
      children.add(node(tree, child, late ? latest : from, late ? latest : to));
    }
    return new Node(
        tree.frame(span),
        from,
        to,
        tree.startNanos(span),
        tree.endNanos(span),
        children,
        shape(tree.frame(span), children.stream().map(Node::shape)));
  }

  /** A name for a span and all below it, whatever the order of siblings. */
  static String shape(Frame frame, Stream<String> below) {
    return "%s %08x".formatted(frame, below.sorted().toList().hashCode());
  }

  private void addOperations(Node span) {
    put(operations, span.frame(), span.to() - span.from());
    put(selves, span.frame(), self(span));
    span.children().forEach(this::addOperations);
  }

  /** Counts the nanoseconds in which no child runs, section by section. */
  private static long self(Node span) {
    List<Long> cuts = new ArrayList<>(List.of(span.from(), span.to()));
    span.children().forEach(child -> cuts.addAll(List.of(child.from(), child.to())));
    cuts.sort(Comparator.naturalOrder());
    long self = 0;
    for (int i = 1; i < cuts.size(); i++) {
      long from = cuts.get(i - 1);
      long to = cuts.get(i);
      if (span.children().stream().noneMatch(child -> child.from() <= from && to <= child.to())) {
        self += to - from;
      }
    }
    return self;
  }

  /** Siblings that are alike are told apart by their place among all, or among those alike. */
  private static void addTimes(
      Node span, String above, boolean anyOrder, Map<String, List<Long>> times) {
    String name = above + "/" + (anyOrder ? span.shape() : span.frame());
    put(times, name + " duration", span.to() - span.from());
    List<Node> children = span.children();
    long lastBegin = span.from();
    long lastEnd = span.from();
    for (int i = 0; i < children.size(); i++) {
      Node child = children.get(i);
      put(times, name + " child_diff " + i, child.from() - lastBegin);
      if (!anyOrder) {
        put(
            times,
            name + " sub_span " + i,
            child.from() - latestEvent(span.from(), children.subList(0, i), child.recordedFrom()));
      }
      lastBegin = child.from();
      lastEnd = Math.max(lastEnd, child.to());
    }
    if (!children.isEmpty()) {
      put(times, name + " end_diff", span.to() - lastEnd);
    }
    for (Node child : children) {
      addTimes(child, name, anyOrder, times);
    }
  }

  private static List<Integer> byBegin(TraceTree tree, int span) {
    List<Integer> children = new ArrayList<>();
    for (int child = span + 1; child < tree.subtreeEnd(span); child = tree.subtreeEnd(child)) {
      if (!tree.async(child)) {
        children.add(child);
      }
    }
    // A child of length 0 comes before longer ones that begin with it, as in the order signature.
    children.sort(
        Comparator.<Integer>comparingLong(tree::startNanos)
            .thenComparing(child -> tree.endNanos(child) > tree.startNanos(child)));
    return children;
  }

  private static long latestEvent(long begin, List<Node> earlier, long start) {
    long latest = begin;
    for (Node child : earlier) {
      latest = Math.max(latest, child.from());
      latest = child.recordedTo() <= start ? Math.max(latest, child.to()) : latest;
    }
    return latest;
  }

  private static <K> void put(Map<K, List<Long>> times, K key, long nanos) {
    times.computeIfAbsent(key, added -> new ArrayList<>()).add(nanos);
  }
}
