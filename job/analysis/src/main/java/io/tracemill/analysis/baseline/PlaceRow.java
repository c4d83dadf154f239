package io.tracemill.analysis.baseline;

import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.Histogram;
import io.tracemill.analysis.sums.PlaceCounts;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * A place of one endpoint. A request's score is the clipped distance of its logarithmic time from
 * the baseline's median, in robust scales (semantics 8.2). So magnitude counts, but a single
 * outlier does not.
 *
 * <p>The row learns median and scale from the baseline's histograms, then scores all panes again.
 * Before the first learning, scores refer to the first pane.
 */
public final class PlaceRow extends Row {
  private static final long serialVersionUID = 1;

  /** A score is at most this many scales from the median. */
  public static final double CLIP = 4;

  /** A baseline needs this many requests. */
  public static final int MIN_BASELINE = 20;

  /** A place learns again at least after this many panes. */
  private static final int RELEARN_PANES = 40;

  private static final double MIN_SCALE = 0.1;
  private static final double PRIOR_SCALE = 0.3;
  private static final int PRIOR_REQUESTS = 5;
  private static final double LOW = 0.16;
  private static final double HIGH = 0.84;
  private static final double GROWN = 1.3;
  private static final int ENOUGH = 1000;
  private static final ScoreScale UNKNOWN = new ScoreScale(Double.NaN, PRIOR_SCALE);

  private final long[] calls;
  private final Histogram[] times;

  /** Has no median before the first request. */
  private ScoreScale scale = UNKNOWN;

  private double centre;
  private double learned;

  PlaceRow(PaneClock clock, int ordinal) {
    super(clock, ordinal, Kind.TIME);
    calls = new long[clock.size()];
    times = new Histogram[clock.size()];
    Arrays.fill(times, Histogram.EMPTY);
  }

  /** Reads what {@link #write} wrote. */
  PlaceRow(DataInput in) throws IOException {
    super(in, Kind.TIME);
    scale = new ScoreScale(in.readDouble(), in.readDouble());
    centre = in.readDouble();
    learned = in.readDouble();
    calls = new long[n.length];
    times = new Histogram[n.length];
    for (int slot = 0; slot < n.length; slot++) {
      calls[slot] = Varint.read(in);
      times[slot] = Histogram.read(in);
    }
  }

  @Override
  void write(DataOutput out) throws IOException {
    super.write(out);
    out.writeDouble(scale.median());
    out.writeDouble(scale.scale());
    out.writeDouble(centre);
    out.writeDouble(learned);
    for (int slot = 0; slot < n.length; slot++) {
      Varint.write(out, calls[slot]);
      times[slot].write(out);
    }
  }

  /** Adds the counts of the newest pane. */
  void add(int slot, PlaceCounts counts) {
    if (Double.isNaN(scale.median()) && counts.requests() > 0) {
      scale = new ScoreScale(DurationScale.centre(counts.times().bins()[0]), PRIOR_SCALE);
    }
    n[slot] = Math.toIntExact(counts.requests());
    calls[slot] = counts.calls();
    times[slot] = counts.times();
    rescore(slot);
  }

  private void rescore(int slot) {
    s[slot] = scale.sum(times[slot]);
    ss[slot] = scale.sumOfSquares(times[slot]);
  }

  /**
   * Learns the baseline from the panes before a column, if the baseline has grown or it is the
   * row's turn.
   */
  void learnWhenDue(PaneClock clock, int before, boolean now) {
    boolean turn = now || learned == 0 || hasTurn(clock, RELEARN_PANES);
    if (!turn && GROWN * learned >= ENOUGH) {
      return;
    }
    double requests = baselineRequests(clock, before);
    boolean due = turn || (requests > GROWN * learned && requests < ENOUGH);
    if (due && requests >= MIN_BASELINE) {
      learn(baselineTimes(clock, before), requests);
    }
  }

  private double baselineRequests(PaneClock clock, int before) {
    double requests = blockRequests;
    for (int column = 0; column < before; column++) {
      int slot = clock.slot(column);
      requests += isBad(slot) ? 0 : n[slot];
    }
    return requests;
  }

  private void learn(double[] counts, double requests) {
    double before = scale.scale();
    double low = quantile(counts, LOW * requests);
    double high = quantile(counts, HIGH * requests);
    double half = Math.max((high - low) / 2, MIN_SCALE);
    scale =
        new ScoreScale(
            quantile(counts, requests / 2),
            Math.sqrt(
                (requests * half * half + PRIOR_REQUESTS * PRIOR_SCALE * PRIOR_SCALE)
                    / (requests + PRIOR_REQUESTS)));
    learned = requests;
    for (int slot = 0; slot < n.length; slot++) {
      rescore(slot);
    }
    timesBlocks().forEach(block -> block.rescore(scale, before / scale.scale()));
    sumBlocks();
    centre = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      centre += counts[bin] * scale.score(bin) / requests;
    }
  }

  private Stream<TimesBlock> timesBlocks() {
    return blocks.stream().map(TimesBlock.class::cast);
  }

  /** Linear between the edges of bins. */
  private static double quantile(double[] counts, double rank) {
    double below = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      if (counts[bin] > 0 && below + counts[bin] >= rank) {
        return (bin + (rank - below) / counts[bin]) * DurationScale.WIDTH;
      }
      below += counts[bin];
    }
    return counts.length * DurationScale.WIDTH;
  }

  /**
   * By bin: the requests of the baseline, which is all panes before a column except suspicious
   * ones.
   */
  public double[] baselineTimes(PaneClock clock, int before) {
    double[] counts = new double[DurationScale.BINS];
    timesBlocks().forEach(block -> block.times().addTo(counts));
    clock
        .slotsBefore(before)
        .filter(slot -> !isBad(slot))
        .forEach(slot -> times[slot].addTo(counts));
    return counts;
  }

  /** By bin: the requests from a column on, without panes that an ended incident has explained. */
  public double[] windowTimes(PaneClock clock, int from) {
    double[] counts = new double[DurationScale.BINS];
    clock.slotsFrom(from).filter(slot -> !isSpent(slot)).forEach(slot -> times[slot].addTo(counts));
    return counts;
  }

  /** Calls from a column on, without panes that an ended incident has explained. */
  public long windowCalls(PaneClock clock, int from) {
    return clock
        .slotsFrom(from)
        .filter(slot -> !isSpent(slot))
        .mapToLong(slot -> calls[slot])
        .sum();
  }

  /** The score of a bin's requests. */
  public double score(int bin) {
    return scale.score(bin);
  }

  /** The mean score of the baseline when it was learned. */
  public double centre() {
    return centre;
  }

  @Override
  public boolean isReady() {
    return learned > 0;
  }

  @Override
  public void forget() {
    super.forget();
    learned = 0;
    scale = UNKNOWN;
  }

  @Override
  Histogram times(int slot) {
    return times[slot];
  }

  @Override
  void clear(int slot) {
    super.clear(slot);
    calls[slot] = 0;
    times[slot] = Histogram.EMPTY;
  }
}
