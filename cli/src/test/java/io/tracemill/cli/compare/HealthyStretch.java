package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.evaluation.InjectedFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The data before a fault was injected, in blocks of ten seconds from its beginning. */
final class HealthyStretch {
  private static final long BLOCK_MILLIS = 10_000;
  private static final Duration MIN_LENGTH = Duration.ofMillis(2 * BLOCK_MILLIS);

  private final Period period;
  private final ProfileLimits limits;
  private final TreeMap<Long, Map<Frame, EndpointAccumulator>> blocks = new TreeMap<>();

  private HealthyStretch(Period period, ProfileLimits limits) {
    this.period = period;
    this.limits = limits;
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

  /** Takes a request of this time, if it lies within. */
  void add(RequestAnalysis request, long millis) {
    if (period.contains(millis)) {
      long start = millis - (millis - period.startMillis()) % BLOCK_MILLIS;
      blocks
          .computeIfAbsent(start, added -> new HashMap<>())
          .computeIfAbsent(request.endpoint(), added -> new EndpointAccumulator(limits))
          .add(request);
    }
  }

  /** How many blocks have requests. */
  int blocks() {
    return blocks.size();
  }

  /** When the block behind so many begins. */
  long startMillis(int block) {
    return List.copyOf(blocks.keySet()).get(block);
  }

  /** The requests of some of its blocks, by endpoint. */
  Map<Frame, Cohort> cohorts(int from, int to) {
    Map<Frame, List<Cohort.Block>> byEndpoint = new TreeMap<>();
    for (Map.Entry<Long, Map<Frame, EndpointAccumulator>> block :
        List.copyOf(blocks.entrySet()).subList(from, to)) {
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

  /** All of its requests, by endpoint. */
  Map<Frame, Cohort> cohorts() {
    return cohorts(0, blocks.size());
  }
}
