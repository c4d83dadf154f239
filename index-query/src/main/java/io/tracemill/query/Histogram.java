package io.tracemill.query;

import io.tracemill.query.files.QueryException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The distribution of latencies (P-Tracer 4.2.1).
 *
 * @param requests estimated number of complete requests
 * @param rows number of them in the index
 * @param bins in order; empty ones between others are listed
 */
public record Histogram(long requests, double requestsError, long rows, List<Bin> bins) {
  /** The most bins. */
  public static final int MAX_BINS = 1_000;

  /**
   * Requests with a duration in a range.
   *
   * @param toNanos exclusive
   */
  public record Bin(long fromNanos, long toNanos, long requests, double requestsError, long rows) {}

  /** How bins divide the durations. */
  public enum Scale {
    /** Bins have the same width. */
    LINEAR,
    /** Each bin's bounds have the same ratio. */
    LOG
  }

  private record Row(int bin, Moments moments) {}

  public Histogram {
    bins = List.copyOf(bins);
  }

  /** Asks for it, with so many bins. */
  public static Histogram ask(IndexSession session, Filter filter, Scale scale, int bins) {
    if (bins < 1 || bins > MAX_BINS) {
      throw new QueryException("--bins: %d is not from 1 to %d".formatted(bins, MAX_BINS));
    }
    long[] range =
        session.row(
            """
            SELECT min(duration_nanos), max(duration_nanos), count(*) FROM requests WHERE %s
            """
                .formatted(filter.statistics()),
            row -> new long[] {row.getLong(1), row.getLong(2), row.getLong(3)});
    if (range[2] == 0) {
      throw new QueryException(
          "no complete request matches; give another range or fewer conditions");
    }
    Bins chosen =
        scale == Scale.LOG
            ? logarithmic(range[0], range[1], bins)
            : linear(range[0], range[1], bins);
    List<Row> rows =
        session.rows(
            """
            SELECT bin, %s FROM (
              SELECT %s AS bin, weight AS w, duration_nanos AS x FROM requests WHERE %s)
            GROUP BY bin
            """
                .formatted(Moments.columns("x", "w"), chosen.sql, filter.statistics()),
            row -> new Row(row.getInt(1), Moments.read(row, 2)));
    return of(chosen.bounds, rows);
  }

  private static Histogram of(long[] bounds, List<Row> rows) {
    Moments[] moments = new Moments[bounds.length - 1];
    Arrays.fill(moments, Moments.NONE);
    rows.forEach(row -> moments[row.bin] = row.moments);
    List<Bin> bins = new ArrayList<>();
    Moments all = Moments.NONE;
    for (int i = 0; i < moments.length; i++) {
      all = all.plus(moments[i]);
      if (bounds[i] < bounds[i + 1]) {
        bins.add(
            new Bin(
                bounds[i],
                bounds[i + 1],
                moments[i].requests(),
                moments[i].requestsError(),
                moments[i].rows()));
      }
    }
    return new Histogram(all.requests(), all.requestsError(), all.rows(), bins);
  }

  /**
   * Consecutive bins.
   *
   * @param bounds from the start of the first to the end of the last, in nanoseconds
   * @param sql the number of a duration's bin
   */
  private record Bins(long[] bounds, String sql) {}

  private static Bins linear(long least, long greatest, int count) {
    long width = (greatest - least) / count + 1;
    int needed = (int) ((greatest - least) / width) + 1;
    long[] bounds = new long[needed + 1];
    for (int i = 0; i <= needed; i++) {
      bounds[i] = least + i * width;
    }
    return new Bins(bounds, "(duration_nanos - %d) // %d".formatted(least, width));
  }

  private static Bins logarithmic(long least, long greatest, int count) {
    double from = Math.log((double) Math.max(1, least));
    double step = (Math.log(greatest + 1.0) - from) / count;
    long[] bounds = new long[count + 1];
    bounds[0] = least;
    for (int i = 1; i < count; i++) {
      bounds[i] = Math.max(bounds[i - 1], (long) Math.ceil(Math.exp(from + i * step)));
    }
    bounds[count] = greatest + 1;
    // Both ends are clamped because logarithms round.
    String sql =
        String.format(
            Locale.ROOT,
            "greatest(0, least(%d, floor((ln(greatest(1, duration_nanos)) - %s) / %s)))::INTEGER",
            count - 1,
            from,
            Math.max(step, Double.MIN_NORMAL));
    return new Bins(bounds, sql);
  }
}
