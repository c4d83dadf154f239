package io.tracemill.store.question;

import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * The distribution of latencies (P-Tracer 4.2.1).
 *
 * @param requests estimated number of complete requests
 * @param rows number of them in the store
 * @param bins in order; empty ones between others are listed
 */
public record Histogram(long requests, double requestsError, long rows, List<Bin> bins) {
  /** The largest number of bins. */
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

  /** Requests in a narrow cell; {@code least} is the shortest duration. */
  public record Row(long bin, Moments moments, long least) {}

  public Histogram {
    bins = List.copyOf(bins);
  }

  /** Asks for it, with at most so many bins. */
  public static Histogram ask(StoreSession session, Filter filter, Scale scale, int bins) {
    if (bins < 1 || bins > MAX_BINS) {
      throw new QueryException("%d bins cannot be drawn; give 1 to %,d".formatted(bins, MAX_BINS));
    }
    return scale == Scale.LOG ? logarithmic(session, filter, bins) : linear(session, filter, bins);
  }

  private static Histogram linear(StoreSession session, Filter filter, int bins) {
    long[] range =
        session.row(
            "SELECT min(duration_nanos), max(duration_nanos) FROM requests WHERE "
                + filter.statistics(),
            row -> new long[] {row.getLong(1), row.getLong(2)});
    long width = (range[1] - range[0]) / bins + 1;
    String bin = "(duration_nanos - %d) // %d".formatted(range[0], width);
    List<Row> rows = matching(rows(session, filter.statistics(), bin));
    return of(rows, n -> range[0] + n * width, 1, rows.get(0).bin, rows.get(rows.size() - 1).bin);
  }

  /** Counts in cells in one pass, then merges them into at most {@code bins} bins. */
  private static Histogram logarithmic(StoreSession session, Filter filter, int bins) {
    return ofSameBins(List.of(cells(session, filter.statistics())), bins).get(0);
  }

  /** The requests of a condition in SQL, in narrow cells of equal ratio. */
  public static List<Row> cells(StoreSession session, String condition) {
    return rows(session, condition, LogCells.column("duration_nanos"));
  }

  /** Histograms of several sets of cells, with at most {@code bins} bins, the same for all. */
  public static List<Histogram> ofSameBins(List<List<Row>> sets, int bins) {
    List<Row> all = matching(sets.stream().flatMap(List::stream).toList());
    long first = all.stream().mapToLong(Row::bin).min().orElseThrow();
    long last = all.stream().mapToLong(Row::bin).max().orElseThrow();
    long width = LogCells.width(first, last, bins);
    return sets.stream()
        .map(
            rows ->
                of(
                    rows,
                    LogCells::startNanos,
                    width,
                    Math.floorDiv(first, width),
                    Math.floorDiv(last, width)))
        .toList();
  }

  private static List<Row> rows(StoreSession session, String condition, String bin) {
    return session.rows(
        """
        SELECT bin, min(x), %s FROM (
          SELECT %s AS bin, weight AS w, duration_nanos AS x FROM requests WHERE %s)
        GROUP BY bin ORDER BY bin
        """
            .formatted(Moments.columns("x", "w"), bin, condition),
        row -> new Row(row.getLong(1), Moments.read(row, 3), row.getLong(2)));
  }

  private static List<Row> matching(List<Row> rows) {
    if (rows.isEmpty()) {
      throw QueryException.noneMatch();
    }
    return rows;
  }

  /**
   * Merges cells into bins.
   *
   * @param start the least duration of a cell
   * @param width cells of a bin
   */
  private static Histogram of(
      List<Row> rows, LongUnaryOperator start, long width, long first, long last) {
    Moments[] moments = new Moments[(int) (last - first) + 1];
    Arrays.fill(moments, Moments.NONE);
    Moments all = Moments.NONE;
    for (Row row : rows) {
      int bin = (int) (row.bin / width - first);
      moments[bin] = moments[bin].plus(row.moments);
      all = all.plus(row.moments);
    }
    List<Bin> bins = new ArrayList<>();
    for (int i = 0; i < moments.length; i++) {
      long from = start.applyAsLong((first + i) * width);
      bins.add(
          new Bin(
              i == 0 && !rows.isEmpty() ? Math.min(from, rows.get(0).least) : from,
              start.applyAsLong((first + i + 1) * width),
              moments[i].requests(),
              moments[i].requestsError(),
              moments[i].rows()));
    }
    return new Histogram(all.requests(), all.requestsError(), all.rows(), bins);
  }
}
