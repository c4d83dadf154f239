package io.tracemill.analysis.stack.look;

import io.tracemill.analysis.sort.Permutation;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.Names;
import io.tracemill.analysis.stack.SampleKind;
import io.tracemill.analysis.stack.StackSamples;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The functions, or the waits, of the spans themselves: shares of their self time, so that spans
 * without a sample count too. A function counts once per stack. The permutation relabels spans as
 * fast or slow.
 *
 * <p>A share costs O(stacks of the spans + frames of all stacks), so does a round of chance.
 */
final class OnPath implements Look {
  private static final int MIN_SAMPLES = 30;

  /** Functions beyond this many, those with the least time, are left out. */
  private static final int MAX_FEATURES = 1000;

  private final Feature.Kind kind;
  private final SpanCohorts cohorts;
  private final SpanStacks stacks;
  private final String process;
  private final List<String> hosts;
  private final Names<String> functions = new Names<>();
  private final int features;

  /** The stacks with a sample in a span. */
  private final int[] used;

  /** By used stack: its functions, each once, the outermost first. */
  private final int[][] path;

  private final int[] chosen;
  private final double[] allStacks;
  private final double allNanos;

  private OnPath(
      Feature.Kind kind, SampleKind samplesOf, SpanCohorts cohorts, StackSamples samples) {
    this.kind = kind;
    this.cohorts = cohorts;
    int size = cohorts.spans().size();
    stacks = SpanStacks.of(cohorts.spans(), samples, samplesOf);
    process = size == 0 ? "" : cohorts.spans().get(0).frame().service();
    hosts = cohorts.slow().stream().map(LocalSpan::host).distinct().sorted().toList();
    double[] sums = stacks.sums(Permutation.range(0, size));
    used = IntStream.range(0, sums.length).filter(stack -> sums[stack] > 0).toArray();
    largest(sums).forEach(functions::number);
    features = functions.size();
    path = new int[used.length][];
    for (int i = 0; i < used.length; i++) {
      path[i] = path(stacks.frames(used[i]));
    }
    chosen =
        IntStream.range(0, size)
            .filter(span -> span < cohorts.fastCount() || span >= cohorts.firstSlow())
            .toArray();
    allStacks = stacks.sums(chosen);
    allNanos = selfNanos(chosen);
  }

  private int[] path(List<String> frames) {
    return frames.stream()
        .distinct()
        .mapToInt(functions::number)
        .filter(number -> number < features)
        .toArray();
  }

  static OnPath functions(SpanCohorts cohorts, StackSamples samples) {
    return new OnPath(Feature.Kind.FUNCTION, SampleKind.CPU, cohorts, samples);
  }

  static OnPath waits(SpanCohorts cohorts, StackSamples samples) {
    return new OnPath(Feature.Kind.WAIT, SampleKind.WAIT, cohorts, samples);
  }

  private List<String> largest(double[] sums) {
    Map<String, Double> nanos = new HashMap<>();
    for (int stack : used) {
      for (String function : new LinkedHashSet<>(stacks.frames(stack))) {
        nanos.merge(function, sums[stack], Double::sum);
      }
    }
    Comparator<Map.Entry<String, Double>> order =
        Map.Entry.<String, Double>comparingByValue().reversed();
    return nanos.entrySet().stream()
        .sorted(order.thenComparing(Map.Entry.comparingByKey()))
        .limit(MAX_FEATURES)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Adds the stacks of a range of spans. */
  void addTo(FlameTree tree, int from, int to) {
    double[] sums = stacks.sums(Permutation.range(from, to));
    for (int stack : used) {
      if (sums[stack] > 0) {
        tree.add(process, stacks.frames(stack), Math.round(sums[stack]));
      }
    }
  }

  private double selfNanos(int[] spans) {
    double sum = 0;
    for (int span : spans) {
      sum += nanos(span);
    }
    return sum;
  }

  /** By function: its share of so many nanoseconds. */
  private double[] shares(double[] sums, double all) {
    double[] shares = new double[features];
    for (int i = 0; i < used.length; i++) {
      double share = sums[used[i]] / Math.max(1, all);
      if (share != 0) {
        for (int function : path[i]) {
          shares[function] += share;
        }
      }
    }
    return shares;
  }

  @Override
  public int features() {
    return features;
  }

  @Override
  public Feature feature(int feature) {
    return Feature.named(kind, process, functions.get(feature), hosts);
  }

  @Override
  public double nanos(int span) {
    return cohorts.spans().get(span).self().nanos();
  }

  @Override
  public double[] shares(int[] spans) {
    return shares(stacks.sums(spans), selfNanos(spans));
  }

  @Override
  public double[] differenceByChance(RandomGenerator random) {
    int[] slow = new int[cohorts.slowCount()];
    for (int i = 0; i < slow.length; i++) {
      Permutation.draw(chosen, i, random);
      slow[i] = chosen[i];
    }
    double[] slowStacks = stacks.sums(slow);
    double slowNanos = selfNanos(slow);
    double[] fastStacks = allStacks.clone();
    for (int stack : used) {
      fastStacks[stack] -= slowStacks[stack];
    }
    double[] difference = shares(slowStacks, slowNanos);
    double[] fast = shares(fastStacks, allNanos - slowNanos);
    for (int j = 0; j < difference.length; j++) {
      difference[j] -= fast[j];
    }
    return difference;
  }

  @Override
  public boolean suspect(int feature) {
    return true;
  }

  @Override
  public List<Integer> culprits(List<Integer> passed, double[] difference) {
    return NestedFunctions.deepest(path, passed, difference);
  }

  @Override
  public boolean enough() {
    double least = MIN_SAMPLES * (double) stacks.periodNanos();
    return least > 0
        && selfNanos(Permutation.range(0, cohorts.fastCount())) >= least
        && selfNanos(Permutation.range(cohorts.firstSlow(), cohorts.spans().size())) >= least;
  }
}
