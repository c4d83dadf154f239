package io.tracemill.store.compare;

import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.question.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The response times of two sets of requests, by endpoint and category (P-Tracer 4.3.1).
 *
 * @param endpoints by the change of the total time of their requests, the largest first
 */
public record OverallComparison(List<Endpoint> endpoints) implements SetComparison {
  public OverallComparison {
    endpoints = List.copyOf(endpoints);
  }

  /**
   * An endpoint.
   *
   * @param ratio the mean after as a multiple of that before; 0 if a set has none of its requests
   * @param categories the most frequent first
   */
  public record Endpoint(
      Frame endpoint, Latency before, Latency after, double ratio, List<Category> categories) {
    public Endpoint {
      categories = List.copyOf(categories);
    }

    private double movedNanos() {
      return Math.abs(after.meanNanos() - before.meanNanos()) * after.requests();
    }
  }

  /**
   * A category; as {@link Endpoint}.
   *
   * @param shareBefore of the endpoint's requests in the first set
   * @param shareAfter of those in the second set
   */
  public record Category(
      String category,
      double shareBefore,
      double shareAfter,
      Latency before,
      Latency after,
      double ratio) {}

  /** All requests of an endpoint, or those of one category. */
  private record Key(Frame endpoint, String category) {
    private static final String ALL = "";
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::endpoint).thenComparing(Key::category);

    static Key read(ResultSet row) throws SQLException {
      return new Key(Frame.of(row.getString(1), row.getString(2)), row.getString(3));
    }
  }

  /** One set of requests. */
  private record Side(Map<Key, Moments> sums) {
    static Side read(Requests requests) {
      return requests
          .session()
          .fold(
              "SELECT service, operation, category, %s FROM requests WHERE %s GROUP BY ALL"
                  .formatted(Moments.columns("duration_nanos", "weight"), requests.statistics()),
              () -> new Side(new TreeMap<>(Key.ORDER)),
              (side, row) -> {
                Key key = Key.read(row);
                Moments moments = Moments.read(row, 4);
                side.sums.merge(key, moments, Moments::plus);
                side.sums.merge(new Key(key.endpoint, Key.ALL), moments, Moments::plus);
              });
    }

    double share(Key key) {
      Moments all = sums.getOrDefault(new Key(key.endpoint, Key.ALL), Moments.NONE);
      return Latency.ratio(all.weight(), sums.getOrDefault(key, Moments.NONE).weight());
    }

    Latency latency(Key key) {
      return Latency.of(sums.getOrDefault(key, Moments.NONE));
    }
  }

  /**
   * Asks for it.
   *
   * @throws QueryException if neither set has a request
   */
  public static OverallComparison ask(Requests before, Requests after) {
    Side then = Side.read(before);
    Side now = Side.read(after);
    TreeSet<Key> keys = new TreeSet<>(Key.ORDER);
    keys.addAll(then.sums.keySet());
    keys.addAll(now.sums.keySet());
    if (keys.isEmpty()) {
      throw new QueryException("neither set has a complete request; give other ranges or values");
    }
    Map<Frame, List<Category>> endpoints = new TreeMap<>();
    for (Key key : keys) {
      Latency one = then.latency(key);
      Latency other = now.latency(key);
      endpoints
          .computeIfAbsent(key.endpoint, unused -> new ArrayList<>())
          .add(
              new Category(
                  key.category, then.share(key), now.share(key), one, other, other.ratioTo(one)));
    }
    return new OverallComparison(
        endpoints.entrySet().stream()
            .map(entry -> endpoint(entry.getKey(), entry.getValue()))
            .sorted(
                Comparator.comparingDouble((Endpoint each) -> -each.movedNanos())
                    .thenComparing(Endpoint::endpoint))
            .toList());
  }

  /** The first of the groups has all requests of the endpoint. */
  private static Endpoint endpoint(Frame endpoint, List<Category> groups) {
    Category all = groups.get(0);
    return new Endpoint(
        endpoint,
        all.before(),
        all.after(),
        all.ratio(),
        groups.stream()
            .skip(1)
            .sorted(
                Comparator.comparingLong(
                        (Category each) -> -each.before().requests() - each.after().requests())
                    .thenComparing(Category::category))
            .toList());
  }
}
