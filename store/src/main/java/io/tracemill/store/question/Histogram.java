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

  private record Row(long bin, Moments moments, long least) {}

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
    return of(rows(session, filter, bin), number -> range[0] + number * width, 1);
  }

  /** Counts in cells in one pass, then merges them into at most {@code bins} bins. */
  private static Histogram logarithmic(StoreSession session, Filter filter, int bins) {
    List<Row> rows = rows(session, filter, LogCells.column("duration_nanos"));
    long first = rows.get(0).bin;
    long last = rows.get(rows.size() - 1).bin;
    return of(rows, LogCells::startNanos, LogCells.width(first, last, bins));
  }

  private static List<Row> rows(StoreSession session, Filter filter, String bin) {
    List<Row> rows =
        session.rows(
            """
            SELECT bin, min(x), %s FROM (
              SELECT %s AS bin, weight AS w, duration_nanos AS x FROM requests WHERE %s)
            GROUP BY bin ORDER BY bin
            """
                .formatted(Moments.columns("x", "w"), bin, filter.statistics()),
            row -> new Row(row.getLong(1), Moments.read(row, 3), row.getLong(2)));
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
  private static Histogram of(List<Row> rows, LongUnaryOperator start, long width) {
    long first = rows.get(0).bin / width;
    Moments[] moments = new Moments[(int) (rows.get(rows.size() - 1).bin / width - first) + 1];
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
              i == 0 ? Math.min(from, rows.get(0).least) : from,
              start.applyAsLong((first + i + 1) * width),
              moments[i].requests(),
              moments[i].requestsError(),
              moments[i].rows()));
    }
    return new Histogram(all.requests(), all.requestsError(), all.rows(), bins);
  }
}
