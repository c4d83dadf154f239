package io.tracemill.store.engine;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.store.parquet.RequestFormat;
import io.tracemill.store.parquet.RowFileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.BiFunction;
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
  /** A request's group, as in the sample; requests without weight are a group of their own. */
  private static final String MEMBERS =
      """
      (SELECT weight, sample_point, uniform_below, %s, '' AS store, service, operation, category,
        CASE WHEN duration_nanos <= 0 THEN 0 ELSE 1 + floor(log2(duration_nanos))::INTEGER END
          AS octave,
        CASE WHEN weight = 0 THEN 3 WHEN NOT complete THEN 2 WHEN failed THEN 1 ELSE 0 END
          AS outcome
      FROM request_rows WHERE %s)
      """;

  private static final String SAMPLE =
      """
      WITH groups AS (
        SELECT %1$s, %2$s, sum(weight) AS total,
          arg_min(
            {'filename': filename, 'file_row_number': file_row_number, 'weight': weight,
              'uniform_below': uniform_below, 'sample_point': sample_point},
            sample_point, %3$d + 1) AS firsts
        FROM %4$s GROUP BY %1$s, %2$s),
      kept AS (
        SELECT %1$s, %2$s, total, firsts[%3$d + 1].sample_point AS below,
          unnest(firsts[1:%3$d]) AS r
        FROM groups),
      -- A pane whose own threshold is lower than that of the group keeps its own weight.
      weighed AS (
        SELECT *,
          CASE WHEN r.weight = 0 THEN 0 ELSE greatest(r.weight, 1 / coalesce(below, 1)) END AS w
        FROM kept)
      SELECT r.filename, r.file_row_number,
        CASE WHEN w = 0 THEN 0 ELSE w * total / sum(w) OVER (PARTITION BY %1$s, %2$s) END,
        least(r.uniform_below, coalesce(min(below) OVER (PARTITION BY %1$s), 1))
      FROM weighed
      """;

  private static final String UNIFORM =
      """
      SELECT filename, file_row_number, service, operation,
        row_number() OVER (PARTITION BY service, operation ORDER BY sample_point) AS place
      FROM request_rows JOIN (
        SELECT service, operation, min(uniform_below) AS below
        FROM request_rows WHERE %s GROUP BY ALL) USING (service, operation)
      WHERE weight > 0 AND sample_point < below AND %s
      """;

  /**
   * The columns that tell groups apart. If there are more groups than requests to read, coarser
   * ones.
   *
   * @param part the requests among which the uniform part is one
   */
  private record Grouping(String part, String rest) {
    static final List<Grouping> FINEST_FIRST =
        List.of(
            new Grouping("service, operation, category", "octave, outcome"),
            new Grouping("service, operation", "octave, outcome"),
            new Grouping("store", "outcome"));
  }

  private final StoreSession session;
  private final List<Row> rows;

  /** A request's place, and its weight in the answer. */
  private record Row(String file, long number, double weight, double uniformBelow) {
    static final Comparator<Row> ORDER =
        Comparator.comparing(Row::file).thenComparingLong(Row::number);
  }

  private KeptRequests(StoreSession session, List<Row> rows) {
    this.session = session;
    this.rows = rows;
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

  /**
   * A view of {@link #ofStatistics}.
   *
   * @throws QueryException if there is no such request
   */
  public static <T> T view(
      StoreSession session, Filter filter, BiFunction<KeptRequests, ReplayRules, T> view) {
    return view(ofStatistics(session, filter), session, view);
  }

  /**
   * As {@link #view}, of incomplete requests too.
   *
   * @throws QueryException if there is no such request
   */
  public static <T> T viewOfAll(
      StoreSession session, Filter filter, BiFunction<KeptRequests, ReplayRules, T> view) {
    return view(where(session, "weight > 0 AND " + filter.condition()), session, view);
  }

  private static <T> T view(
      KeptRequests requests, StoreSession session, BiFunction<KeptRequests, ReplayRules, T> view) {
    if (requests.rows.isEmpty()) {
      throw QueryException.noneMatch();
    }
    return view.apply(requests, session.rules().replay());
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
    return read(
        session,
        matching > session.limits().maxKept()
            ? sample(session, MEMBERS.formatted(StoreViews.PLACE, condition))
            : rows(condition));
  }

  /**
   * The uniform part of those that meet a condition, endpoint by endpoint; each stands for itself.
   * If there are too many, it has only those with the smallest sample points of each endpoint.
   *
   * @param scope the condition of the requests whose {@code uniform_below} counts, even if they do
   *     not meet {@code condition}: a busy pane may have dropped all its requests that do
   */
  public static KeptRequests uniform(StoreSession session, String scope, String condition) {
    String rows = UNIFORM.formatted(scope, condition);
    List<Long> counts =
        session.fold(
            "SELECT count(*) FROM (%s) GROUP BY service, operation".formatted(rows),
            ArrayList<Long>::new,
            (into, row) -> into.add(row.getLong(1)));
    int most = session.limits().maxKept();
    boolean fit = counts.stream().mapToLong(count -> count).sum() <= most;
    return read(
        session,
        "SELECT %s, 1, 1 FROM (%s)%s"
            .formatted(
                StoreViews.PLACE, rows, fit ? "" : " WHERE place <= " + perGroup(counts, most)));
  }

  /** One of those that {@link #where} has, whichever. */
  public static Optional<KeptRequest> one(StoreSession session, String condition) {
    Iterator<KeptRequest> found = read(session, rows(condition) + " LIMIT 1").iterator();
    return found.hasNext() ? Optional.of(found.next()) : Optional.empty();
  }

  private static String rows(String condition) {
    return "SELECT %s, weight, uniform_below FROM request_rows WHERE %s"
        .formatted(StoreViews.PLACE, condition);
  }

  private static KeptRequests read(StoreSession session, String select) {
    List<Row> rows =
        session.fold(
            select,
            ArrayList<Row>::new,
            (into, row) ->
                into.add(
                    new Row(row.getString(1), row.getLong(2), row.getDouble(3), row.getDouble(4))));
    rows.sort(Row.ORDER);
    return new KeptRequests(session, rows);
  }

  private static String sample(StoreSession session, String members) {
    int most = session.limits().maxKept();
    for (Grouping grouping : Grouping.FINEST_FIRST) {
      List<Long> counts =
          session.fold(
              "SELECT count(*) FROM %s GROUP BY %s, %s"
                  .formatted(members, grouping.part, grouping.rest),
              ArrayList<Long>::new,
              (into, row) -> into.add(row.getLong(1)));
      if (counts.size() <= most) {
        return SAMPLE.formatted(grouping.part, grouping.rest, perGroup(counts, most), members);
      }
    }
    throw new QueryException("a limit of %d kept requests is too low".formatted(most));
  }

  /** The most requests of each group, so that all are at most {@code limit}. */
  private static int perGroup(List<Long> counts, int limit) {
    int enough = 1;
    int tooMany = limit + 1;
    while (enough + 1 < tooMany) {
      int most = (enough + tooMany) >>> 1;
      if (counts.stream().mapToLong(count -> Math.min(most, count)).sum() <= limit) {
        enough = most;
      } else {
        tooMany = most;
      }
    }
    return enough;
  }

  /** The number of requests that an iteration reads. */
  public int size() {
    return rows.size();
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
