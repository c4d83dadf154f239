package io.tracemill.analysis.view;

import io.tracemill.analysis.callingcontext.CallPaths;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.callingcontext.TreeDifference;
import io.tracemill.analysis.ranktest.ColumnTest;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which steps of the critical path changed between two sets of requests (semantics 8.5): the own
 * time of each call path, and a rank test of it.
 *
 * @param before the first set of kept requests
 * @param after the second set
 * @param steps a parent before its children
 */
public record ChangedSteps(Basis before, Basis after, List<Step> steps) {
  public ChangedSteps {
    steps = List.copyOf(steps);
  }

  /**
   * A call path. Requests without it count as 0.
   *
   * @param parent index of the step above, -1 for the first
   * @param beforeNanos mean own time a request in the first set
   * @param afterNanos the same in the second set
   * @param test of the own time; false discoveries are controlled over all steps
   */
  public record Step(
      int parent, PathStep step, Estimate beforeNanos, Estimate afterNanos, ColumnTest test) {
    /** The added time a request, nanoseconds; negative if time was saved. */
    public double deltaNanos() {
      return afterNanos.value() - beforeNanos.value();
    }
  }

  /**
   * Compares two sets of requests.
   *
   * @param sums the same sets as exact sums; if present, times come from these
   */
  public static ChangedSteps of(
      Iterable<KeptRequest> before,
      Iterable<KeptRequest> after,
      ReplayRules rules,
      Optional<TreeDifference> sums) {
    CallPaths paths = new CallPaths();
    Side then = Side.of(before, rules, paths);
    Side now = Side.of(after, rules, paths);
    Estimate[] beforeNanos = then.means(paths);
    Estimate[] afterNanos = now.means(paths);
    if (sums.isPresent()) {
      Times exact = Times.of(sums.get(), paths);
      beforeNanos = exact.before();
      afterNanos = exact.after();
    }
    List<ColumnTest> tests = ColumnTest.of(then.columns(paths), now.columns(paths));
    List<Step> steps = new ArrayList<>();
    for (int path = 0; path < paths.size(); path++) {
      steps.add(
          new Step(
              paths.parent(path),
              paths.step(path),
              beforeNanos[path],
              afterNanos[path],
              tests.get(path)));
    }
    return new ChangedSteps(then.weights().basis(), now.weights().basis(), steps);
  }

  /** The steps that surely became slower, most added time first. */
  public List<Step> slower() {
    return steps.stream()
        .filter(step -> step.test().isSure() && step.deltaNanos() > 0)
        .sorted(Comparator.comparingDouble(step -> -step.deltaNanos()))
        .toList();
  }

  private record Side(RequestWeights weights, PathColumns times) {
    static Side of(Iterable<KeptRequest> requests, ReplayRules rules, CallPaths paths) {
      RequestWeights.Builder weights = new RequestWeights.Builder();
      PathColumns times = PathColumns.of(requests, rules, paths, weights::add);
      return new Side(weights.build(), times);
    }

    Estimate[] means(CallPaths paths) {
      Estimate[] means = new Estimate[paths.size()];
      Arrays.setAll(means, path -> weights.of(column(path)).mean());
      return means;
    }

    /** By call path, the own times of the uniform part. */
    List<long[]> columns(CallPaths paths) {
      int[] rows = weights.uniform();
      List<long[]> columns = new ArrayList<>();
      for (int path = 0; path < paths.size(); path++) {
        long[] column = column(path);
        columns.add(Arrays.stream(rows).mapToLong(row -> column[row]).toArray());
      }
      return columns;
    }

    private long[] column(int path) {
      long[] column = new long[weights.size()];
      times.at(path).forEach((row, nanos) -> column[row] = nanos);
      return column;
    }
  }

  /** Exact mean own times by call path. */
  private record Times(Estimate[] before, Estimate[] after) {
    static Times of(TreeDifference sums, CallPaths paths) {
      List<TreeDifference.Node> nodes = sums.nodes();
      int[] pathOf = new int[nodes.size()];
      for (int i = 0; i < pathOf.length; i++) {
        int parent = nodes.get(i).parent();
        pathOf[i] = paths.child(parent < 0 ? CallPaths.NONE : pathOf[parent], nodes.get(i).step());
      }
      Times times = new Times(new Estimate[paths.size()], new Estimate[paths.size()]);
      Arrays.fill(times.before, Estimate.exact(0));
      Arrays.fill(times.after, Estimate.exact(0));
      for (int i = 0; i < pathOf.length; i++) {
        times.before[pathOf[i]] = Estimate.exact((double) nodes.get(i).own().beforeNanos());
        times.after[pathOf[i]] = Estimate.exact((double) nodes.get(i).own().afterNanos());
      }
      return times;
    }
  }
}
