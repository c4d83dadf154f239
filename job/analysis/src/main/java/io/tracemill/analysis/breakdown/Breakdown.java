package io.tracemill.analysis.breakdown;

import io.tracemill.analysis.profile.RequestSample;
import io.tracemill.analysis.profile.SampledRequest;
import io.tracemill.analysis.profile.SampledTree;
import io.tracemill.analysis.profile.Stratum;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The critical time of one frame in requests of one endpoint, by the value of an attribute of the
 * frame's service. All durations are nanoseconds a request.
 *
 * @param frame the frame
 * @param key key of the attribute
 * @param requests number of requests in the groups: those in the uniform part of the sample with a
 *     single value
 * @param pValue how improbable the differences are if the groups do not differ (Kruskal-Wallis)
 * @param groups the slowest mean first
 */
public record Breakdown(Frame frame, String key, int requests, double pValue, List<Group> groups) {
  /** A group with fewer requests is left out. */
  public static final int MIN_REQUESTS = 5;

  public Breakdown {
    groups = List.copyOf(groups);
  }

  /** Requests whose spans of the service have one value. */
  public record Group(
      String value, int requests, long meanNanos, long p50Nanos, long p95Nanos, long p99Nanos) {
    static Group of(String value, long[] nanos) {
      long[] sorted = nanos.clone();
      Arrays.sort(sorted);
      return new Group(
          value,
          sorted.length,
          Math.round(Arrays.stream(sorted).average().orElse(0)),
          rank(sorted, 0.50),
          rank(sorted, 0.95),
          rank(sorted, 0.99));
    }

    private static long rank(long[] sorted, double q) {
      return sorted[Math.max(0, (int) Math.ceil(q * sorted.length) - 1)];
    }
  }

  /**
   * The frames of a sample by all attributes that have several values, the least probable first.
   *
   * <p>A sample contains more of the slow requests, but the test needs a uniform sample. So it uses
   * only requests whose hash is below the smallest hash that any stratum rejected.
   */
  public static List<Breakdown> of(RequestSample sample, int limit) {
    List<SampledRequest> uniform = uniformPart(sample);
    Map<Frame, Map<String, Map<String, List<Long>>>> times = new TreeMap<>();
    for (SampledRequest request : uniform) {
      enter(request, times);
    }
    List<Breakdown> found = new ArrayList<>();
    times.forEach(
        (frame, keys) -> keys.forEach((key, groups) -> addIfSeveral(frame, key, groups, found)));
    found.sort(
        Comparator.comparingDouble(Breakdown::pValue)
            .thenComparing(Breakdown::frame)
            .thenComparing(Breakdown::key));
    return found.subList(0, Math.min(limit, found.size()));
  }

  private static List<SampledRequest> uniformPart(RequestSample sample) {
    long bound = Long.MAX_VALUE;
    for (Stratum stratum : sample.strata()) {
      if (!stratum.holdsEveryRequest()) {
        bound = Math.min(bound, stratum.requests().get(stratum.requests().size() - 1).hash());
      }
    }
    long most = bound;
    return sample.strata().stream()
        .flatMap(stratum -> stratum.requests().stream())
        .filter(request -> request.hash() <= most)
        .toList();
  }

  private static void enter(
      SampledRequest request, Map<Frame, Map<String, Map<String, List<Long>>>> times) {
    Map<String, Map<String, String>> values = new TreeMap<>();
    Set<String> several = new HashSet<>();
    for (RequestAttribute attribute : request.attributes()) {
      String before =
          values
              .computeIfAbsent(attribute.service(), service -> new TreeMap<>())
              .putIfAbsent(attribute.key(), attribute.value());
      if (before != null) {
        several.add(attribute.service() + '\0' + attribute.key());
      }
    }
    ownTimes(request.tree())
        .forEach(
            (frame, nanos) ->
                values
                    .getOrDefault(frame.service(), Map.of())
                    .forEach(
                        (key, value) -> {
                          if (!several.contains(frame.service() + '\0' + key)) {
                            times
                                .computeIfAbsent(frame, f -> new TreeMap<>())
                                .computeIfAbsent(key, k -> new TreeMap<>())
                                .computeIfAbsent(value, v -> new ArrayList<>())
                                .add(nanos);
                          }
                        }));
  }

  private static Map<Frame, Long> ownTimes(SampledTree tree) {
    Map<Frame, Long> times = new TreeMap<>();
    for (int node = 0; node < tree.size(); node++) {
      if (tree.step(node).callee().isEmpty()) {
        times.merge(tree.step(node).frame(), tree.exclusiveNanos(node), Long::sum);
      }
    }
    return times;
  }

  private static void addIfSeveral(
      Frame frame, String key, Map<String, List<Long>> values, List<Breakdown> found) {
    List<Group> groups = new ArrayList<>();
    List<long[]> times = new ArrayList<>();
    values.forEach(
        (value, nanos) -> {
          if (nanos.size() >= MIN_REQUESTS) {
            long[] array = nanos.stream().mapToLong(Long::longValue).toArray();
            groups.add(Group.of(value, array));
            times.add(array);
          }
        });
    if (groups.size() >= 2) {
      groups.sort(Comparator.comparingLong(group -> -group.meanNanos()));
      int requests = groups.stream().mapToInt(Group::requests).sum();
      found.add(new Breakdown(frame, key, requests, KruskalWallis.pValue(times), groups));
    }
  }
}
