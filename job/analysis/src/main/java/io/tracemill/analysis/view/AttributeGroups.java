package io.tracemill.analysis.view;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.ranktest.KruskalWallis;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.analysis.view.estimate.Percentiles;
import io.tracemill.analysis.view.estimate.RequestWeights;
import io.tracemill.analysis.view.estimate.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The critical time of one frame, by the value of an attribute of the frame's service. All
 * durations are nanoseconds a request.
 *
 * @param frame the frame
 * @param key key of the attribute
 * @param requests number of kept requests in the groups: those with a single value
 * @param tested number of these in the uniform part of the sample, which the test uses
 * @param pValue how improbable the differences are if the groups do not differ (Kruskal-Wallis)
 * @param groups the slowest mean first
 */
public record AttributeGroups(
    Frame frame, String key, int requests, int tested, double pValue, List<Group> groups) {
  /** A group with fewer kept requests in the uniform part is left out. */
  public static final int MIN_REQUESTS = 5;

  public AttributeGroups {
    groups = List.copyOf(groups);
  }

  /** Requests whose spans of the service have one value. */
  public record Group(String value, Basis basis, Estimate mean, Percentiles percentiles) {}

  /**
   * The frames of requests by all attributes that have several values, the least probable first.
   *
   * <p>A sample contains more of the slow requests, but the test needs a uniform sample. So the
   * test uses only requests with a sample point below which every request is kept.
   */
  public static List<AttributeGroups> of(
      Iterable<KeptRequest> requests, ReplayRules rules, int limit) {
    RequestWeights.Builder weights = new RequestWeights.Builder();
    Map<Key, Map<String, Column>> columns = new TreeMap<>();
    RequestReplay replay = new RequestReplay(rules);
    for (KeptRequest request : requests) {
      if (RequestWeights.Builder.counts(request)) {
        int row = weights.add(request);
        replay.load(request);
        replay.path(0);
        enter(row, ownTimes(replay.callTree()), values(request), columns);
      }
    }
    RequestWeights all = weights.build();
    BitSet uniform = new BitSet();
    Arrays.stream(all.uniform()).forEach(uniform::set);
    Reader reader = new Reader(all, uniform);
    return columns.entrySet().stream()
        .flatMap(entry -> reader.groups(entry.getKey(), entry.getValue()).stream())
        .sorted(
            Comparator.comparingDouble(AttributeGroups::pValue)
                .thenComparing(AttributeGroups::frame)
                .thenComparing(AttributeGroups::key))
        .limit(limit)
        .toList();
  }

  private record Key(Frame frame, String attribute) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byFrame = frame.compareTo(other.frame);
      return byFrame != 0 ? byFrame : attribute.compareTo(other.attribute);
    }
  }

  private static void enter(
      int row,
      Map<Frame, Long> times,
      Map<String, Map<String, Optional<String>>> values,
      Map<Key, Map<String, Column>> columns) {
    times.forEach(
        (frame, nanos) ->
            values
                .getOrDefault(frame.service(), Map.of())
                .forEach(
                    (key, value) ->
                        value.ifPresent(
                            single ->
                                columns
                                    .computeIfAbsent(new Key(frame, key), added -> new TreeMap<>())
                                    .computeIfAbsent(single, added -> new Column())
                                    .add(row, nanos))));
  }

  /** By service and key the value; empty if there are several. */
  private static Map<String, Map<String, Optional<String>>> values(KeptRequest request) {
    Map<String, Map<String, Optional<String>>> values = new HashMap<>();
    for (RequestAttribute attribute : request.attributes()) {
      values
          .computeIfAbsent(attribute.service(), added -> new HashMap<>())
          .merge(attribute.key(), Optional.of(attribute.value()), (a, b) -> Optional.empty());
    }
    return values;
  }

  private static Map<Frame, Long> ownTimes(CallingContextTree tree) {
    Map<Frame, Long> times = new HashMap<>();
    for (int node = 0; node < tree.size(); node++) {
      if (tree.step(node).callee().isEmpty()) {
        times.merge(tree.step(node).frame(), tree.exclusiveNanos(node), Long::sum);
      }
    }
    return times;
  }

  private record Reader(RequestWeights weights, BitSet uniform) {
    Optional<AttributeGroups> groups(Key key, Map<String, Column> values) {
      List<Group> groups = new ArrayList<>();
      List<long[]> tested = new ArrayList<>();
      values.forEach(
          (value, column) -> {
            long[] uniform = column.only(this.uniform::get).values();
            if (uniform.length >= MIN_REQUESTS) {
              groups.add(group(value, column));
              tested.add(uniform);
            }
          });
      if (groups.size() < 2) {
        return Optional.empty();
      }
      groups.sort(Comparator.comparingDouble(group -> -group.mean().value()));
      return Optional.of(
          new AttributeGroups(
              key.frame(),
              key.attribute(),
              groups.stream().mapToInt(group -> group.basis().kept()).sum(),
              tested.stream().mapToInt(times -> times.length).sum(),
              KruskalWallis.pValue(tested),
              groups));
    }

    private Group group(String value, Column column) {
      Values times = column.of(weights);
      return new Group(value, weights.basis(column.rows()), times.mean(), times.percentiles());
    }
  }
}
