package io.tracemill.analysis.baseline;

import io.tracemill.analysis.sums.Histogram;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A block whose scores are distances of times, with one histogram of all times if known. */
final class TimesBlock extends Block {
  private static final long serialVersionUID = 1;

  private double scores;
  private double squares;
  private Histogram times = Histogram.EMPTY;

  TimesBlock(long startMillis) {
    super(startMillis);
  }

  /** Reads what {@link #write} wrote. */
  TimesBlock(DataInput in) throws IOException {
    super(in);
    scores = in.readDouble();
    squares = in.readDouble();
    times = Histogram.read(in);
  }

  @Override
  void write(DataOutput out) throws IOException {
    super.write(out);
    out.writeDouble(scores);
    out.writeDouble(squares);
    times.write(out);
  }

  @Override
  void append(int requests, double paneScores, double paneSquares, Histogram paneTimes) {
    super.append(requests, paneScores, paneSquares, paneTimes);
    scores += paneScores;
    squares += paneSquares;
    times = paneTimes.bins().length == 0 ? times : times.plus(paneTimes);
  }

  @Override
  double scores() {
    return scores;
  }

  @Override
  double squares() {
    return squares;
  }

  Histogram times() {
    return times;
  }

  /**
   * Computes all scores again. Their sum is exact. The differences between panes are the old ones,
   * converted to the new scale.
   *
   * @param stretch the old scale divided by the new one
   */
  void rescore(ScoreScale scale, double stretch) {
    double requests = requests();
    double before = scores;
    scores = scale.sum(times);
    squares = scale.sumOfSquares(times);
    replaceScores((n, s) -> n * scores / requests + (s - n * before / requests) * stretch);
  }
}
