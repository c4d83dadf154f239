package io.tracemill.store.engine;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.store.parquet.RequestFormat;
import io.tracemill.store.parquet.RowFileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The kept requests that match a filter, for views. It knows where they are in the files, and reads
 * them each time that they are iterated over.
 *
 * <p>If more match than {@link EngineLimits#maxKept}, the rule of the sample is applied again: the
 * same number {@code k} of each group (endpoint, category, octave of duration, outcome), those with
 * the smallest sample points. Their weights then add up to the weight of the whole group.
 */
public final class KeptRequests implements Iterable<KeptRequest> {
  /** A group of a request, as in the sample; requests without weight are a group of their own. */
  private static final String GROUP =
      """
      service, operation, category,
      CASE WHEN duration_nanos <= 0 THEN 0 ELSE 1 + floor(log2(duration_nanos))::INTEGER END
        AS octave,
      CASE WHEN weight = 0 THEN 3 WHEN NOT complete THEN 2 WHEN failed THEN 1 ELSE 0 END AS outcome
      """;

  private final StoreSession session;
  private final List<Row> rows;
  private final long matching;

  /** A request's place, and its weight in the answer. */
  private record Row(String file, long number, double weight, double uniformBelow) {
    static final Comparator<Row> ORDER =
        Comparator.comparing(Row::file).thenComparingLong(Row::number);
  }

  private record Category(String service, String operation, String signature) {}

  private record Stratum(Category category, int octave, int outcome) {
    static Stratum read(ResultSet row) throws SQLException {
      return new Stratum(
          new Category(row.getString(1), row.getString(2), row.getString(3)),
          row.getInt(4),
          row.getInt(5));
    }
  }

  /** The rows of one group that were chosen, by sample point, with one more. */
  private static final class Group {
    private final Category category;
    private final long count;
    private final double weight;
    private final List<Row> rows = new ArrayList<>();
    private double threshold = 1;

    Group(Category category, long count, double weight) {
      this.category = category;
      this.count = count;
      this.weight = weight;
    }

    /** A request with the k smallest points stands for those that are left out. */
    void add(Row row, double point, int most) {
      if (rows.size() < most) {
        rows.add(row);
      } else {
        threshold = point;
      }
    }

    void collect(Map<Category, Double> thresholds, List<Row> into) {
      double sum = 0;
      for (Row row : rows) {
        sum += weightOf(row);
      }
      double below = thresholds.getOrDefault(category, 1.0);
      for (Row row : rows) {
        into.add(
            new Row(
                row.file,
                row.number,
                sum == 0 ? 0 : weightOf(row) * weight / sum,
                Math.min(below, row.uniformBelow)));
      }
    }

    /** A pane whose own threshold is lower than that of the group keeps its own weight. */
    private double weightOf(Row row) {
      return row.weight == 0 ? 0 : Math.max(row.weight, 1 / threshold);
    }
  }

  private KeptRequests(StoreSession session, List<Row> rows, long matching) {
    this.session = session;
    this.rows = rows;
    this.matching = matching;
  }

  /**
   * Those that match, also incomplete ones and those without weight. The filter's time is rounded
   * to panes that are wholly in it.
   *
   * @throws QueryException if no pane is wholly in the time
   */
  public static KeptRequests of(StoreSession session, Filter filter) {
    return where(session, filter.during(panes(session, filter.time())).condition());
  }

  /** Complete ones with a weight, of the filter's exact time: those that statistics count. */
  public static KeptRequests ofStatistics(StoreSession session, Filter filter) {
    return where(session, filter.statistics());
  }

  private static Period panes(StoreSession session, Period time) {
    return time.equals(Filter.ALL_TIME) ? time : session.rules().panes(time);
  }

  /**
   * Those that meet a condition in SQL over the view {@code requests}.
   *
   * @throws QueryException if it takes too long or needs too much memory
   */
  public static KeptRequests where(StoreSession session, String condition) {
    long matching =
        session.row("SELECT count(*) FROM request_rows WHERE " + condition, row -> row.getLong(1));
    if (matching > session.limits().maxKept()) {
      return sampled(session, condition, matching);
    }
    List<Row> rows =
        session.fold(
            "SELECT %s, weight, uniform_below FROM request_rows WHERE %s"
                .formatted(StoreViews.PLACE, condition),
            ArrayList<Row>::new,
            (into, row) -> into.add(row(row, 1, row.getDouble(3))));
    rows.sort(Row.ORDER);
    return new KeptRequests(session, rows, matching);
  }

  private static Row row(ResultSet row, int column, double weight) throws SQLException {
    return new Row(
        row.getString(column), row.getLong(column + 1), weight, row.getDouble(column + 3));
  }

  private static KeptRequests sampled(StoreSession session, String condition, long matching) {
    Map<Stratum, Group> groups = new HashMap<>();
    List<Group> all = new ArrayList<>();
    String members =
        "(SELECT %s, weight, sample_point, uniform_below, %s FROM request_rows WHERE %s)"
            .formatted(GROUP, StoreViews.PLACE, condition);
    session.fold(
        """
        SELECT service, operation, category, octave, outcome, count(*), sum(weight)
        FROM %s GROUP BY ALL
        """
            .formatted(members),
        () -> {
          groups.clear();
          all.clear();
          return all;
        },
        (into, row) -> {
          Stratum stratum = Stratum.read(row);
          Group group = new Group(stratum.category, row.getLong(6), row.getDouble(7));
          groups.put(stratum, group);
          into.add(group);
        });
    int most = perGroup(all, session.limits().maxKept());
    session.fold(
        """
        SELECT service, operation, category, octave, outcome, r.filename, r.file_row_number,
          r.weight, r.uniform_below, r.sample_point
        FROM (
          SELECT service, operation, category, octave, outcome,
            unnest(arg_min(
              {'filename': filename, 'file_row_number': file_row_number, 'weight': weight,
                'uniform_below': uniform_below, 'sample_point': sample_point},
              sample_point, %d)) AS r
          FROM %s GROUP BY service, operation, category, octave, outcome)
        ORDER BY r.sample_point
        """
            .formatted(most + 1, members),
        () -> {
          all.forEach(group -> group.rows.clear());
          return groups;
        },
        (into, row) -> {
          @Nullable Group group = into.get(Stratum.read(row));
          if (group != null) {
            group.add(row(row, 6, row.getDouble(8)), row.getDouble(10), most);
          }
        });
    Map<Category, Double> thresholds = new HashMap<>();
    all.forEach(group -> thresholds.merge(group.category, group.threshold, Math::min));
    List<Row> rows = new ArrayList<>();
    all.forEach(group -> group.collect(thresholds, rows));
    rows.sort(Row.ORDER);
    return new KeptRequests(session, rows, matching);
  }

  /** The most requests of each group, 1 or more, so that all are about {@code limit}. */
  private static int perGroup(List<Group> groups, int limit) {
    int enough = 1;
    int tooMany = limit + 1;
    while (enough + 1 < tooMany) {
      int most = (enough + tooMany) >>> 1;
      long sum = groups.stream().mapToLong(group -> Math.min(most, group.count)).sum();
      if (sum <= limit) {
        enough = most;
      } else {
        tooMany = most;
      }
    }
    return enough;
  }

  /** The number of requests that an iteration reads. */
  public long size() {
    return rows.size();
  }

  /** The number of kept requests that match. */
  public long matching() {
    return matching;
  }

  /**
   * Reads the requests, in no particular order.
   *
   * @throws QueryException if a file has been deleted or is broken
   */
  @Override
  public Iterator<KeptRequest> iterator() {
    return new Requests();
  }

  private final class Requests implements Iterator<KeptRequest> {
    private final RequestFormat format = new RequestFormat(session.rules().replay());
    private final Iterator<Row> left = rows.iterator();
    private @Nullable RowFileReader<KeptRequest> reader;
    private String file = "";

    @Override
    public boolean hasNext() {
      return left.hasNext();
    }

    @Override
    public KeptRequest next() {
      Row row = left.next();
      try {
        RowFileReader<KeptRequest> open = open(row.file);
        @Nullable KeptRequest request = open.read(row.number);
        if (request == null) {
          throw new NoSuchElementException(row.file + " has no row " + row.number);
        }
        if (!left.hasNext()) {
          open.close();
        }
        return request.weighing(row.weight, row.uniformBelow);
      } catch (IOException | RuntimeException e) {
        throw new QueryException(
            "%s cannot be read: %s; ask again".formatted(row.file, e.getMessage()), e);
      }
    }

    private RowFileReader<KeptRequest> open(String next) throws IOException {
      @Nullable RowFileReader<KeptRequest> known = reader;
      if (known != null && next.equals(file)) {
        return known;
      } else if (known != null) {
        known.close();
      }
      RowFileReader<KeptRequest> opened =
          new RowFileReader<>(format, new org.apache.flink.core.fs.Path(Path.of(next).toUri()));
      reader = opened;
      file = next;
      return opened;
    }
  }
}
