package io.tracemill.analysis.view;

import io.tracemill.analysis.callingcontext.CallPaths;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.analysis.view.estimate.Percentile;
import io.tracemill.analysis.view.estimate.Percentiles;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Call trees of requests by latency class (semantics 7): the cumulative classes of CRISP's flame
 * graphs and the bands between percentiles.
 *
 * <p>Bands add up to all requests, and a cumulative class to the bands below its end. A class whose
 * end rests on too few requests is left out.
 *
 * @param basis the requests of all classes
 * @param all all requests as one class
 * @param classes in the order of {@link LatencyClass#NAMES}, including those without requests
 */
public record LatencyClasses(Basis basis, LatencyClass all, List<LatencyClass> classes) {
  /** The duration below the first class: 0 belongs to it. */
  private static final long BELOW_ALL = -1;

  public LatencyClasses {
    classes = List.copyOf(classes);
  }

  /** The classes of these requests; no class if none counts. */
  public static LatencyClasses of(Iterable<KeptRequest> requests, ReplayRules rules) {
    RequestWeights.Builder weights = new RequestWeights.Builder();
    Column durations = new Column();
    PathColumns times =
        PathColumns.of(
            requests,
            rules,
            new CallPaths(),
            request -> {
              int row = weights.add(request);
              durations.add(row, request.durationNanos());
              return row;
            });
    return of(weights.build(), durations, times);
  }

  /**
   * The classes of some subtrees of requests.
   *
   * @param durations by subtree
   * @param times one row a subtree
   */
  static LatencyClasses of(RequestWeights weights, Column durations, PathColumns times) {
    return new Reader(weights, durations.rows(), durations.values(), times).classes();
  }

  /** The class with this name, if it has requests. */
  public Optional<LatencyClass> named(String name) {
    return classes.stream()
        .filter(each -> each.name().equals(name) && each.keptTraces() > 0)
        .findFirst();
  }

  private record Reader(RequestWeights weights, int[] rows, long[] durations, PathColumns times) {
    LatencyClasses classes() {
      long max = Arrays.stream(durations).max().orElse(BELOW_ALL);
      Optional<Long> all = Optional.of(max);
      Optional<Long> none = Optional.of(BELOW_ALL);
      Percentiles ends = weights.of(rows, durations).percentiles();
      Optional<Long> p50 = ends.p50().map(Percentile::value);
      Optional<Long> p90 = ends.p90().map(Percentile::value);
      Optional<Long> p95 = ends.p95().map(Percentile::value);
      Optional<Long> p99 = ends.p99().map(Percentile::value);
      List<LatencyClass> found = new ArrayList<>();
      if (durations.length > 0) {
        add("<=P50", none, p50, found);
        add("<=P95", none, p95, found);
        add("<=P99", none, p99, found);
        add("P0-50", none, p50, found);
        add("P50-90", p50, p90, found);
        add("P90-95", p90, p95, found);
        add("P95-99", p95, p99, found);
        add("P99-100", p99, all, found);
      }
      return new LatencyClasses(weights.basis(), between("all", BELOW_ALL, max), found);
    }

    private void add(
        String name, Optional<Long> above, Optional<Long> upTo, List<LatencyClass> to) {
      if (above.isPresent() && upTo.isPresent()) {
        to.add(between(name, above.get(), upTo.get()));
      }
    }

    private LatencyClass between(String name, long above, long upTo) {
      int[] members =
          IntStream.range(0, durations.length)
              .filter(row -> durations[row] > above && durations[row] <= upTo)
              .toArray();
      // Differences of rounded counts, so that rounding does not make or lose a request.
      long traces = Math.round(requestsUpTo(upTo)) - Math.round(requestsUpTo(above));
      return new LatencyClass(
          name, Math.max(0, above), Math.max(0, upTo), traces, members.length, tree(members));
    }

    private double requestsUpTo(long nanos) {
      double requests = 0;
      for (int i = 0; i < durations.length; i++) {
        requests += durations[i] <= nanos ? weights.weight(rows[i]) : 0;
      }
      return requests;
    }

    private List<ClassNode> tree(int[] members) {
      CallPaths paths = times.paths();
      Sums sums = new Sums(paths.size());
      int[] place = new int[durations.length];
      Arrays.fill(place, -1);
      for (int i = 0; i < members.length; i++) {
        place[members[i]] = i;
      }
      int[] requests = Arrays.stream(members).map(member -> rows[member]).toArray();
      for (int path = 0; path < paths.size(); path++) {
        long[] column = new long[members.length];
        int at = path;
        times
            .at(path)
            .forEach(
                (subtree, nanos) -> {
                  if (place[subtree] >= 0) {
                    column[place[subtree]] = nanos;
                    sums.traces[at] += weights.weight(rows[subtree]);
                  }
                });
        if (sums.traces[path] > 0) {
          Estimate sum = weights.of(requests, column).sum();
          sums.nanos[path] = sum.rounded();
          sums.error[path] = sum.error();
        }
      }
      return nodes(paths, sums);
    }

    private static List<ClassNode> nodes(CallPaths paths, Sums sums) {
      long[] inclusive = paths.inclusive(sums.nanos);
      int[] position = new int[paths.size()];
      List<ClassNode> nodes = new ArrayList<>();
      for (int path : paths.largestFirst(inclusive)) {
        if (sums.traces[path] > 0) {
          int parent = paths.parent(path);
          position[path] = nodes.size();
          nodes.add(
              new ClassNode(
                  parent == CallPaths.NONE ? -1 : position[parent],
                  paths.step(path),
                  Math.round(sums.traces[path]),
                  inclusive[path],
                  sums.nanos[path],
                  sums.error[path]));
        }
      }
      return nodes;
    }
  }

  /** Sums by call path. */
  private static final class Sums {
    final long[] nanos;
    final double[] error;
    final double[] traces;

    Sums(int paths) {
      nanos = new long[paths];
      error = new double[paths];
      traces = new double[paths];
    }
  }
}
