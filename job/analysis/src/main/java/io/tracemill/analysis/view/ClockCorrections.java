package io.tracemill.analysis.view;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.SkewCorrection;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How often and how far child spans were corrected, by pair of services and by pair of different
 * hosts (semantics 4). A span counts in its innermost request only.
 *
 * @param services by service of the parent and of the child
 * @param hosts by host of the parent and of the child
 */
public record ClockCorrections(Basis basis, List<Pair> services, List<Pair> hosts) {
  public ClockCorrections {
    services = List.copyOf(services);
    hosts = List.copyOf(hosts);
  }

  /**
   * The corrections of one pair.
   *
   * @param from service or host of the parent
   * @param to service or host of the child
   * @param children number of child spans
   * @param shifted number of these that were shifted
   * @param shiftNanos by shifted child, the correction of its clock relative to its parent's;
   *     negative if it was moved backwards
   * @param clipped number of children that were clipped or dropped
   * @param clippedNanos sum of the clipped time
   * @param overlapping number of children on the critical path whose overlap with the next was
   *     tolerated
   * @param overlapNanos sum of these overlaps
   */
  public record Pair(
      String from,
      String to,
      Estimate children,
      Estimate shifted,
      Distribution shiftNanos,
      Estimate clipped,
      Estimate clippedNanos,
      Estimate overlapping,
      Estimate overlapNanos) {}

  /** The corrections of these requests. */
  public static ClockCorrections of(Iterable<KeptRequest> requests, ReplayRules rules) {
    RequestReplay replay = new RequestReplay(rules);
    RequestWeights.Builder weights = new RequestWeights.Builder();
    Pairs services = new Pairs();
    Pairs hosts = new Pairs();
    for (KeptRequest request : requests) {
      if (weights.countsWhole(request)) {
        int row = weights.add(request);
        TraceTree tree = replay.load(request);
        addChildren(row, tree, replay.skew(), services, hosts);
        addOverlaps(row, tree, replay.path(0), services, hosts);
      }
    }
    RequestWeights all = weights.build();
    return new ClockCorrections(all.basis(), services.answer(all), hosts.answer(all));
  }

  private static void addChildren(
      int row, TraceTree tree, SkewCorrection skew, Pairs services, Pairs hosts) {
    int span = 1;
    while (span < tree.size()) {
      if (tree.opensAsyncRequest(span)) {
        span = tree.subtreeEnd(span);
        continue;
      }
      if (!tree.orphan(span) && !tree.async(span)) {
        long shift = skew.shiftNanos(tree, span);
        long clip = skew.clippedNanos(tree, span);
        int parent = tree.parent(span);
        servicePair(tree, parent, span, services).addChild(row, shift, clip);
        if (onOtherHost(tree, parent, span)) {
          hostPair(tree, parent, span, hosts).addChild(row, shift, clip);
        }
      }
      span++;
    }
  }

  private static void addOverlaps(
      int row, TraceTree tree, CriticalPath path, Pairs services, Pairs hosts) {
    for (int overlap = 0; overlap < path.overlapCount(); overlap++) {
      int span = path.overlapping(overlap);
      int parent = tree.parent(span);
      long nanos = path.overlapNanos(overlap);
      servicePair(tree, parent, span, services).addOverlap(row, nanos);
      if (onOtherHost(tree, parent, span)) {
        hostPair(tree, parent, span, hosts).addOverlap(row, nanos);
      }
    }
  }

  private static Columns servicePair(TraceTree tree, int parent, int span, Pairs pairs) {
    return pairs.of(tree.frame(parent).service(), tree.frame(span).service());
  }

  private static Columns hostPair(TraceTree tree, int parent, int span, Pairs pairs) {
    Vocabulary names = tree.vocabulary();
    return pairs.of(names.text(tree.hostNumber(parent)), names.text(tree.hostNumber(span)));
  }

  private static boolean onOtherHost(TraceTree tree, int parent, int span) {
    int from = tree.hostNumber(parent);
    int to = tree.hostNumber(span);
    return from != to && from != Vocabulary.UNKNOWN_HOST && to != Vocabulary.UNKNOWN_HOST;
  }

  private record Key(String from, String to) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byFrom = from.compareTo(other.from);
      return byFrom != 0 ? byFrom : to.compareTo(other.to);
    }
  }

  private static final class Pairs {
    private final Map<Key, Columns> pairs = new TreeMap<>();

    Columns of(String from, String to) {
      return pairs.computeIfAbsent(new Key(from, to), added -> new Columns());
    }

    List<Pair> answer(RequestWeights weights) {
      List<Pair> answer = new ArrayList<>();
      pairs.forEach(
          (key, columns) ->
              answer.add(
                  new Pair(
                      key.from(),
                      key.to(),
                      columns.children.of(weights).sum(),
                      columns.shifted.of(weights).sum(),
                      columns.shifts.of(weights).distribution(),
                      columns.clipped.of(weights).sum(),
                      columns.clips.of(weights).sum(),
                      columns.overlapping.of(weights).sum(),
                      columns.overlaps.of(weights).sum())));
      return answer;
    }
  }

  /** The values of one pair. */
  private static final class Columns {
    final Column children = new Column();
    final Column shifted = new Column();
    final Column shifts = new Column();
    final Column clipped = new Column();
    final Column clips = new Column();
    final Column overlapping = new Column();
    final Column overlaps = new Column();

    void addChild(int row, long shiftNanos, long clippedNanos) {
      children.sum(row, 1);
      if (shiftNanos != 0) {
        shifted.sum(row, 1);
        shifts.add(row, shiftNanos);
      }
      if (clippedNanos > 0) {
        clipped.sum(row, 1);
        clips.add(row, clippedNanos);
      }
    }

    void addOverlap(int row, long nanos) {
      overlapping.sum(row, 1);
      overlaps.add(row, nanos);
    }
  }
}
