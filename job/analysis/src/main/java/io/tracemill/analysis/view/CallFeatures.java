package io.tracemill.analysis.view;

import io.tracemill.analysis.difference.ComparedRequest;
import io.tracemill.analysis.difference.Feature;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the operations of a request make their calls: the order of different calls, by their first
 * start, and the part of the time below an operation in which calls overlap.
 */
final class CallFeatures {
  /** An order names this many calls at most. */
  private static final int MAX_CALLS = 5;

  private final RequestReplay replay;

  /** Time in which calls of an operation run, and that in which several do. */
  private record Covered(long anyNanos, long severalNanos) {
    Covered plus(Covered more) {
      return new Covered(anyNanos + more.anyNanos, severalNanos + more.severalNanos);
    }
  }

  CallFeatures(RequestReplay replay) {
    this.replay = replay;
  }

  /** The request as a row; without calls if only its critical path is kept. */
  ComparedRequest row(KeptRequest request) {
    if (request.pathOnly()) {
      return new ComparedRequest(request.durationNanos(), request.weight(), request.attributes());
    }
    TraceTree tree = replay.load(request);
    Map<Feature, String> orders = new HashMap<>();
    Map<Frame, Covered> covered = new HashMap<>();
    for (int span = 0; span < tree.size(); span++) {
      List<Integer> calls = calls(tree, span);
      if (calls.size() > 1) {
        Frame frame = tree.frame(span);
        covered.merge(frame, covered(tree, calls), Covered::plus);
        String order = order(tree, calls);
        if (order.contains(",")) {
          orders.putIfAbsent(
              new Feature(Feature.Kind.ORDER, frame.service(), frame.operation()), order);
        }
      }
    }
    return new ComparedRequest(
        request.durationNanos(), request.weight(), request.attributes(), orders, shares(covered));
  }

  private static Map<Feature, Double> shares(Map<Frame, Covered> covered) {
    Map<Feature, Double> shares = new HashMap<>();
    covered.forEach(
        (frame, nanos) -> {
          if (nanos.anyNanos() > 0) {
            shares.put(
                new Feature(Feature.Kind.OVERLAP, frame.service(), frame.operation()),
                (double) nanos.severalNanos() / nanos.anyNanos());
          }
        });
    return shares;
  }

  /** The children that the span waits for, in order of start. */
  private static List<Integer> calls(TraceTree tree, int span) {
    List<Integer> calls = new ArrayList<>();
    int end = tree.subtreeEnd(span);
    for (int child = span + 1; child < end; child = tree.subtreeEnd(child)) {
      if (tree.blocking(child)) {
        calls.add(child);
      }
    }
    calls.sort(
        Comparator.<Integer>comparingLong(tree::startNanos).thenComparingLong(tree::endNanos));
    return calls;
  }

  private static Covered covered(TraceTree tree, List<Integer> calls) {
    long any = 0;
    long several = 0;
    long end = tree.startNanos(calls.get(0));
    long severalEnd = end;
    for (int call : calls) {
      long from = tree.startNanos(call);
      long to = tree.endNanos(call);
      any += Math.max(0, to - Math.max(from, end));
      long shared = Math.min(to, end);
      several += Math.max(0, shared - Math.max(from, severalEnd));
      severalEnd = Math.max(severalEnd, shared);
      end = Math.max(end, to);
    }
    return new Covered(any, several);
  }

  private static String order(TraceTree tree, List<Integer> calls) {
    Set<String> names = new LinkedHashSet<>();
    for (int call : calls) {
      Frame frame = tree.frame(call);
      names.add(frame.service() + " " + frame.operation());
    }
    return names.stream().limit(MAX_CALLS).collect(Collectors.joining(", "));
  }
}
