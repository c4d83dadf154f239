package io.tracemill.analysis.stack.look;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.tracemill.analysis.sort.Permutation;
import io.tracemill.analysis.stack.StackSamples;
import io.tracemill.analysis.stack.ThreadName;
import io.tracemill.analysis.stack.look.CellRows.HostRows;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * The processes or threads that had the CPUs of the hosts during the spans' self time and 50 ms
 * before and after, because a span of 2 ms has less than half a sample at 199 Hz. Idle CPUs, and
 * the system's own services and threads, are no suspects: load from these is queueing.
 *
 * <p>The permutation shuffles 3 s blocks of cells: bursts stay whole but no longer coincide with
 * slow spans. Shifting all cells would keep periodic coincidences.
 *
 * <p>A share costs O(entries of cells + segments), so does a round of chance.
 */
final class BesidePath implements Look {
  private static final long CONTEXT_NANOS = 50_000_000;
  private static final int BLOCK = (int) (3_000_000_000L / CellRows.CELL_NANOS);
  private static final int MIN_SAMPLES = 30;
  private static final String IDLE = "swapper";

  private final Feature.Kind kind;
  private final CellFeatures features;
  private final CellRows rows;
  private final SpanCohorts cohorts;
  private final Set<ThreadName> own;
  private final double[] spanNanos;
  private final double[] fastWeights;
  private final double[] slowWeights;
  private final double minNanos;

  private BesidePath(
      Feature.Kind kind,
      StackSamples samples,
      UnaryOperator<ThreadName> featureOf,
      SpanCohorts cohorts,
      Set<ThreadName> own) {
    this.kind = kind;
    this.cohorts = cohorts;
    this.own = own;
    features = new CellFeatures(samples, featureOf);
    rows = new CellRows(samples, features);
    minNanos = (double) MIN_SAMPLES * rows.periodNanos();
    spanNanos = new double[cohorts.spans().size()];
    for (int span = 0; span < spanNanos.length; span++) {
      int at = span;
      rows.forEachOverlap(
          cohorts.spans().get(span),
          CONTEXT_NANOS,
          (from, to) -> spanNanos[at] += nanosBefore(to) - nanosBefore(from));
    }
    fastWeights = weights(Permutation.range(0, cohorts.fastCount()));
    slowWeights = weights(Permutation.range(cohorts.firstSlow(), spanNanos.length));
  }

  /**
   * A look at processes.
   *
   * @param own a group of threads of each service of the system
   */
  static BesidePath processes(StackSamples samples, SpanCohorts cohorts, Set<ThreadName> own) {
    UnaryOperator<ThreadName> process = name -> new ThreadName(name.process(), "");
    Set<ThreadName> services = own.stream().map(process).collect(toUnmodifiableSet());
    return new BesidePath(Feature.Kind.PROCESS, samples, process, cohorts, services);
  }

  /**
   * A look at threads.
   *
   * @param own the groups of threads that serve spans of the system
   */
  static BesidePath threads(StackSamples samples, SpanCohorts cohorts, Set<ThreadName> own) {
    return new BesidePath(Feature.Kind.THREAD, samples, UnaryOperator.identity(), cohorts, own);
  }

  /** The samples' time in the rows before a place. */
  private double nanosBefore(double place) {
    int row = Math.min((int) place, rows.rows() - 1);
    return rows.before[row] + (place - row) * (rows.before[row + 1] - rows.before[row]);
  }

  /** By row: how often these spans cover it; parts count as fractions. */
  private double[] weights(int[] spans) {
    double[] weights = new double[rows.rows()];
    double[] whole = new double[rows.rows() + 1];
    for (int span : spans) {
      rows.forEachOverlap(
          cohorts.spans().get(span), CONTEXT_NANOS, (from, to) -> cover(from, to, weights, whole));
    }
    double covered = 0;
    for (int row = 0; row < weights.length; row++) {
      covered += whole[row];
      weights[row] += covered;
    }
    return weights;
  }

  private static void cover(double from, double to, double[] weights, double[] whole) {
    int first = (int) from;
    int last = (int) to;
    if (first == last) {
      weights[first] += to - from;
    } else {
      weights[first] += first + 1 - from;
      whole[first + 1]++;
      whole[last]--;
      if (last < weights.length) {
        weights[last] += to - last;
      }
    }
  }

  @Override
  public int features() {
    return features.size();
  }

  @Override
  public Feature feature(int feature) {
    ThreadName name = features.name(feature);
    String shown = kind == Feature.Kind.PROCESS ? name.process() : name.text();
    return Feature.named(kind, name.process(), shown, features.hosts(feature));
  }

  @Override
  public double nanos(int span) {
    return spanNanos[span];
  }

  @Override
  public double[] shares(int[] spans) {
    double[] weights = weights(spans);
    double[] sums = new double[features()];
    for (int row = 0; row < weights.length; row++) {
      add(row, weights[row], sums);
    }
    return normalized(sums);
  }

  private void add(int row, double weight, double[] sums) {
    if (weight != 0) {
      for (int entry = rows.begin[row]; entry < rows.begin[row + 1]; entry++) {
        sums[rows.column[entry]] += weight * rows.nanos[entry];
      }
    }
  }

  private static double[] normalized(double[] sums) {
    double all = 0;
    for (double sum : sums) {
      all += sum;
    }
    for (int j = 0; j < sums.length; j++) {
      sums[j] /= Math.max(1, all);
    }
    return sums;
  }

  @Override
  public double[] differenceByChance(RandomGenerator random) {
    double[] fast = new double[features()];
    double[] slow = new double[features()];
    if (cohorts.acrossHosts()) {
      exchange(0, rows.rows(), random, fast, slow);
    } else {
      for (HostRows range : rows.ranges) {
        exchange(range.from(), range.to(), random, fast, slow);
      }
    }
    normalized(fast);
    normalized(slow);
    for (int j = 0; j < slow.length; j++) {
      slow[j] -= fast[j];
    }
    return slow;
  }

  /** Adds the rows of a range, rotated and in another order of blocks, to both cohorts. */
  private void exchange(int from, int to, RandomGenerator random, double[] fast, double[] slow) {
    int size = to - from;
    int rotation = random.nextInt(BLOCK);
    int place = from;
    for (int block : Permutation.of((size + BLOCK - 1) / BLOCK, random)) {
      for (int i = block * BLOCK; i < Math.min(size, (block + 1) * BLOCK); i++) {
        int row = from + Math.floorMod(i - rotation, size);
        add(row, fastWeights[place], fast);
        add(row, slowWeights[place], slow);
        place++;
      }
    }
  }

  @Override
  public boolean suspect(int feature) {
    ThreadName name = features.name(feature);
    return !own.contains(name)
        && !name.process().equals(ThreadName.OTHER.process())
        && !name.process().startsWith(IDLE);
  }

  @Override
  public List<Integer> culprits(List<Integer> passed, double[] difference) {
    return passed;
  }

  @Override
  public boolean enough() {
    double fast = nanos(0, cohorts.fastCount());
    double slow = nanos(cohorts.firstSlow(), spanNanos.length);
    return Math.min(fast, slow) >= minNanos && minNanos > 0;
  }

  /** The samples' time beside a range of spans. */
  double nanos(int from, int to) {
    return Arrays.stream(spanNanos, from, to).sum();
  }
}
