package io.tracemill.store.question;

import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The number of requests by time and duration: columns are buckets of time, rows are bins of
 * durations whose bounds have the same ratio.
 *
 * @param bucketMillis length of a column
 * @param edgesNanos bounds of the bins, ascending, one more than there are bins
 * @param columns without a gap, in order of time
 * @param rows number of complete requests in the store
 * @param requests estimated number of them
 */
public record LatencyGrid(
    long bucketMillis, List<Long> edgesNanos, List<Column> columns, long rows, long requests) {
  /** The largest number of columns. */
  public static final int MAX_COLUMNS = 200;

  private static final int MAX_BINS = 60;

  /**
   * A bucket of time.
   *
   * @param timeMillis its start, milliseconds since the epoch
   * @param counts estimated number of requests in each bin
   * @param failed estimated number of these that failed
   */
  public record Column(long timeMillis, List<Long> counts, long failed) {
    public Column {
      counts = List.copyOf(counts);
    }
  }

  public LatencyGrid {
    edgesNanos = List.copyOf(edgesNanos);
    columns = List.copyOf(columns);
  }

  /** The least and the largest cell, and the sums over all requests. */
  private record Range(long firstCell, long lastCell, Moments moments) {}

  /** The weights of the cells of one grid. */
  private record Weights(double[][] byColumn, double[] failed) {
    Weights(int columns, int bins) {
      this(new double[columns][bins], new double[columns]);
    }

    void add(int column, int bin, double all, double failing) {
      byColumn[column][bin] = all;
      failed[column] += failing;
    }

    List<Column> columns(long firstMillis, long bucketMillis) {
      List<Column> columns = new ArrayList<>();
      for (double[] column : byColumn) {
        List<Long> counts = new ArrayList<>();
        for (double weight : column) {
          counts.add(Math.round(weight));
        }
        int at = columns.size();
        columns.add(new Column(firstMillis + at * bucketMillis, counts, Math.round(failed[at])));
      }
      return columns;
    }
  }

  /**
   * Computes a grid; reads the requests twice.
   *
   * @param most largest number of columns, from 2 to {@link #MAX_COLUMNS}
   * @throws QueryException if no complete request matches
   */
  public static LatencyGrid ask(StoreSession session, Filter filter, int most) {
    if (most > MAX_COLUMNS) {
      throw new QueryException(
          "%d columns are too many; give at most %d".formatted(most, MAX_COLUMNS));
    }
    TimeBuckets buckets = TimeBuckets.of(session, filter, most);
    Range range = range(session, filter);
    long width = LogCells.width(range.firstCell, range.lastCell, MAX_BINS);
    long firstBin = range.firstCell / width;
    int bins = (int) (range.lastCell / width - firstBin) + 1;
    Weights weights =
        session.fold(
            """
            SELECT bucket, bin, sum(weight), sum(weight) FILTER (failed) FROM (
              SELECT %s AS bucket, %s // %d AS bin, weight, failed FROM requests WHERE %s)
            GROUP BY ALL
            """
                .formatted(
                    TimeBuckets.start(buckets.lengthMillis()),
                    LogCells.column("duration_nanos"),
                    width,
                    filter.statistics()),
            () -> new Weights(buckets.count(), bins),
            (into, row) ->
                into.add(
                    buckets.indexOf(row.getLong(1)),
                    (int) (row.getLong(2) - firstBin),
                    row.getDouble(3),
                    Moments.sum(row, 4)));
    return new LatencyGrid(
        buckets.lengthMillis(),
        edges(firstBin, bins, width),
        weights.columns(buckets.firstMillis(), buckets.lengthMillis()),
        range.moments.rows(),
        range.moments.requests());
  }

  private static Range range(StoreSession session, Filter filter) {
    return session.row(
        "SELECT min(%1$s), max(%1$s), %2$s FROM requests WHERE %3$s"
            .formatted(
                LogCells.column("duration_nanos"),
                Moments.columns("duration_nanos", "weight"),
                filter.statistics()),
        row -> new Range(row.getLong(1), row.getLong(2), Moments.read(row, 3)));
  }

  private static List<Long> edges(long firstBin, int bins, long width) {
    return LongStream.rangeClosed(firstBin, firstBin + bins)
        .map(bin -> LogCells.startNanos(bin * width))
        .boxed()
        .toList();
  }
}
