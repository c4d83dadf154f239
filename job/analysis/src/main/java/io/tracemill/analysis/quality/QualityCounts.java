package io.tracemill.analysis.quality;

import java.util.Arrays;

/**
 * Counts of each {@link Measure}: an accumulator whose merging is associative and commutative. All
 * are zero at first.
 */
public final class QualityCounts {
  private final long[] counts;

  public QualityCounts() {
    this(new long[Measure.count()]);
  }

  private QualityCounts(long[] counts) {
    this.counts = counts;
  }

  /** Adds {@code more} to the measure; a negative number removes things that are no longer open. */
  public void add(Measure measure, long more) {
    counts[measure.ordinal()] += more;
  }

  public long get(Measure measure) {
    return counts[measure.ordinal()];
  }

  /** Adds all of {@code other}, which does not change. */
  public void merge(QualityCounts other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
  }

  /** Whether all counts are zero. */
  public boolean isEmpty() {
    return Arrays.stream(counts).allMatch(count -> count == 0);
  }

  /** An independent copy of the counts. */
  public QualityCounts copy() {
    return new QualityCounts(counts.clone());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof QualityCounts that && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("QualityCounts{");
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != 0) {
        text.append(Measure.ofOrdinal(i)).append('=').append(counts[i]).append(' ');
      }
    }
    return text.append('}').toString();
  }
}
