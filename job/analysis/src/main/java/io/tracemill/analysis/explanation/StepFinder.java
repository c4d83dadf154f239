package io.tracemill.analysis.explanation;

import io.tracemill.analysis.callingcontext.AlignedCallPaths;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.ranktest.ColumnTest;
import io.tracemill.analysis.ranktest.RankTest;
import io.tracemill.analysis.record.MutationRecord.ChangedStep;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.sums.CategorySums;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Finds the steps whose own time differs between the requests of two categories: the largest
 * changes first. Times are exact sums; a step that one side lacks takes no time there.
 */
final class StepFinder {
  static final int MAX_STEPS = 5;

  /** A smaller part of the change of the mean is left out. */
  private static final double LEAST = 0.01;

  /** The choice of the largest does not depend on the order of merging. */
  private static final Comparator<ChangedStep> LARGEST_FIRST =
      Comparator.comparingLong((ChangedStep step) -> -Math.abs(step.nanos()))
          .thenComparing(step -> step.callPath().toArray(PathStep[]::new), Arrays::compare);

  private StepFinder() {}

  /**
   * Requests of one category.
   *
   * @param sampled a uniform sample of them
   */
  record Side(CategorySums requests, List<RequestRow> sampled) {
    private long mean(long nanos) {
      return Math.round((double) nanos / requests.count());
    }

    private long[] ownNanos(List<PathStep> callPath) {
      return sampled.stream().mapToLong(row -> StepFinder.ownNanos(row.path(), callPath)).toArray();
    }
  }

  /** The steps; none if a side has no request. */
  static List<ChangedStep> find(Side before, Side after) {
    if (before.requests().count() == 0 || after.requests().count() == 0) {
      return List.of();
    }
    AlignedCallPaths paths =
        new AlignedCallPaths(
            AccountReader.nodes(before.requests().tree()),
            AccountReader.nodes(after.requests().tree()));
    long change =
        after.mean(after.requests().latencySumNanos())
            - before.mean(before.requests().latencySumNanos());
    return IntStream.range(0, paths.size())
        .filter(path -> !paths.isOther(path))
        .mapToObj(
            path ->
                new ChangedStep(
                    paths.steps(path),
                    before.mean(paths.beforeNanos(path)),
                    after.mean(paths.afterNanos(path)),
                    OptionalDouble.empty()))
        .filter(step -> step.nanos() != 0 && Math.abs(step.nanos()) >= LEAST * Math.abs(change))
        .sorted(LARGEST_FIRST)
        .limit(MAX_STEPS)
        .map(step -> tested(step, before, after))
        .toList();
  }

  private static ChangedStep tested(ChangedStep step, Side before, Side after) {
    RankTest test = RankTest.of(before.ownNanos(step.callPath()), after.ownNanos(step.callPath()));
    boolean enough = Math.min(test.before(), test.after()) >= ColumnTest.MIN_REQUESTS;
    return new ChangedStep(
        step.callPath(),
        step.beforeNanos(),
        step.afterNanos(),
        enough ? OptionalDouble.of(test.pValue()) : OptionalDouble.empty());
  }

  /** The own time of a call path in a request; 0 if the request does not have it. */
  private static long ownNanos(PathTimes path, List<PathStep> callPath) {
    int depth = 0;
    int last = -1;
    for (int node = 0; node < path.size() && depth < callPath.size(); node++) {
      if (path.parent(node) == last && path.step(node).equals(callPath.get(depth))) {
        last = node;
        depth++;
      }
    }
    return depth == callPath.size() ? path.exclusiveNanos(last) : 0;
  }
}
