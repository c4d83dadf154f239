package io.tracemill.cli.compare;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.evaluation.InjectedFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The data before a fault was injected, in blocks of one or more lengths from its beginning. */
final class HealthyStretch {
  /** The length that it always has. */
  static final long BLOCK_MILLIS = 10_000;

  private static final Duration MIN_LENGTH = Duration.ofMillis(2 * BLOCK_MILLIS);

  private final Period period;
  private final ProfileLimits limits;

  /** By length, then by start. */
  private final Map<Long, TreeMap<Long, Map<Frame, EndpointAccumulator>>> cuts = new HashMap<>();

  private HealthyStretch(Period period, ProfileLimits limits) {
    this.period = period;
    this.limits = limits;
    cutInto(BLOCK_MILLIS);
  }

  /** One for each stretch of data with some seconds before its first fault, the earliest first. */
  static List<HealthyStretch> before(List<InjectedFault> faults, ProfileLimits limits) {
    Map<Long, InjectedFault> first = new TreeMap<>();
    faults.stream()
        .sorted(Comparator.comparing(InjectedFault::injectedAt))
        .forEach(fault -> first.putIfAbsent(fault.from().toEpochMilli(), fault));
    List<HealthyStretch> stretches = new ArrayList<>();
    for (InjectedFault fault : first.values()) {
      if (!fault.from().plus(MIN_LENGTH).isAfter(fault.injectedAt())) {
        Period whole = new Period(fault.from().toEpochMilli(), fault.injectedAt().toEpochMilli());
        stretches.add(new HealthyStretch(whole, limits));
      }
    }
    return stretches;
  }

  Period period() {
    return period;
  }

  /** Blocks of this length are wanted too, of the requests that are added from now on. */
  void cutInto(long blockMillis) {
    cuts.putIfAbsent(blockMillis, new TreeMap<>());
  }

  /** Takes a request of this time, if it lies within. */
  void add(RequestAnalysis request, long millis) {
    if (period.contains(millis)) {
      cuts.forEach(
          (blockMillis, blocks) ->
              blocks
                  .computeIfAbsent(
                      millis - (millis - period.startMillis()) % blockMillis,
                      added -> new HashMap<>())
                  .computeIfAbsent(request.endpoint(), added -> new EndpointAccumulator(limits))
                  .add(request));
    }
  }

  /** How many blocks have requests. */
  int blocks() {
    return blocks(BLOCK_MILLIS).size();
  }

  /** When the block behind so many begins. */
  long startMillis(int block) {
    return List.copyOf(blocks(BLOCK_MILLIS).keySet()).get(block);
  }

  /** The requests of some of its blocks, by endpoint. */
  Map<Frame, Cohort> cohorts(int from, int to) {
    return cohorts(List.copyOf(blocks(BLOCK_MILLIS).entrySet()).subList(from, to));
  }

  /** All of its requests, by endpoint, in blocks of a length that was wanted. */
  Map<Frame, Cohort> cohorts(long blockMillis) {
    return cohorts(blocks(blockMillis).entrySet());
  }

  private Map<Long, Map<Frame, EndpointAccumulator>> blocks(long blockMillis) {
    return requireNonNull(cuts.get(blockMillis));
  }

  private static Map<Frame, Cohort> cohorts(
      Collection<Map.Entry<Long, Map<Frame, EndpointAccumulator>>> blocks) {
    Map<Frame, List<Cohort.Block>> byEndpoint = new TreeMap<>();
    for (Map.Entry<Long, Map<Frame, EndpointAccumulator>> block : blocks) {
      block
          .getValue()
          .forEach(
              (endpoint, requests) ->
                  byEndpoint
                      .computeIfAbsent(endpoint, added -> new ArrayList<>())
                      .add(new Cohort.Block(block.getKey(), requests)));
    }
    Map<Frame, Cohort> cohorts = new TreeMap<>();
    byEndpoint.forEach((endpoint, its) -> cohorts.put(endpoint, new Cohort(its)));
    return cohorts;
  }
}
