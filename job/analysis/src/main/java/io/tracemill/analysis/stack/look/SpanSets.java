package io.tracemill.analysis.stack.look;

import io.tracemill.analysis.sort.Permutation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The rows of the regression (LongTale sections 4.3.4 and 4.3.5): shares and mean self time of
 * random sets of spans. Each group gives 50 sets with 10 s of samples each; a smaller group is
 * drawn with replacement.
 *
 * @param columns by feature, then set
 * @param selfMillis by set
 */
record SpanSets(double[][] columns, double[] selfMillis) {
  private static final int SETS = 50;
  private static final double COVER_NANOS = 10e9;
  private static final double NANOS_PER_MILLI = 1e6;

  static SpanSets draw(Look look, SpanCohorts cohorts, RandomGenerator random) {
    List<double[]> rows = new ArrayList<>();
    List<Double> labels = new ArrayList<>();
    for (int group = 1; group < cohorts.bounds().size(); group++) {
      int from = cohorts.bounds().get(group - 1);
      int to = cohorts.bounds().get(group);
      for (int set = 0; set < SETS && from < to; set++) {
        int[] spans = draw(look, from, to, random);
        if (Arrays.stream(spans).mapToDouble(look::nanos).sum() > 0) {
          rows.add(look.shares(spans));
          labels.add(selfMillis(spans, cohorts));
        }
      }
    }
    double[][] columns = new double[look.features()][rows.size()];
    for (int row = 0; row < rows.size(); row++) {
      for (int j = 0; j < columns.length; j++) {
        columns[j][row] = rows.get(row)[j];
      }
    }
    return new SpanSets(columns, labels.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static int[] draw(Look look, int from, int to, RandomGenerator random) {
    double all = 0;
    for (int span = from; span < to; span++) {
      all += look.nanos(span);
    }
    if (all < COVER_NANOS) {
      return random.ints(to - from, from, to).toArray();
    }
    int[] spans = Permutation.range(from, to);
    double covered = 0;
    int size = 0;
    while (size < spans.length && covered < COVER_NANOS) {
      Permutation.draw(spans, size, random);
      covered += look.nanos(spans[size++]);
    }
    return Arrays.copyOf(spans, size);
  }

  private static double selfMillis(int[] spans, SpanCohorts cohorts) {
    double sum = 0;
    for (int span : spans) {
      sum += cohorts.spans().get(span).self().nanos();
    }
    return sum / spans.length / NANOS_PER_MILLI;
  }
}
