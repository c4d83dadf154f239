package io.tracemill.cli.evaluation;

import io.tracemill.analysis.anomaly.AnomalyTrainer;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.cli.evaluation.ReferenceRequests.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.commons.math3.random.MersenneTwister;

/**
 * Requests of one endpoint, cut as the reference cuts them: the quiet minutes of every other
 * stretch of a recording are for training, a quarter of them held out; the other stretches are
 * judged.
 *
 * @param quiet those for training, in the reference's order of chance
 */
record AnomalyFold(List<Request> quiet, List<Judged> judged) {
  private static final int MIN_QUIET = 60;
  private static final int MIN_HELD_OUT = 8;

  /** The effect of this fault is 30 s older than its label. */
  private static final Instant SLOW_BEFORE = Instant.parse("2022-08-22T07:10:43Z");

  /** What a request is: before any fault, after the injection of one, or in no stretch. */
  enum Label {
    QUIET,
    FAULT,
    BESIDE,
    WEAK,
    IGNORED
  }

  /** A request that is judged, and the fault in whose stretch it lies. */
  record Judged(Request request, Label label, InjectedFault fault) {}

  AnomalyTrainer.Split split() {
    int cut = cut(quiet);
    return new AnomalyTrainer.Split(
        quiet.subList(0, cut).stream().map(Request::criticalPath).toList(),
        quiet.subList(cut, quiet.size()).stream().map(Request::criticalPath).toList());
  }

  /** The same requests with other critical paths. */
  AnomalyFold with(Function<Request, PathTimes> path) {
    return new AnomalyFold(
        quiet.stream().map(request -> request.with(path.apply(request))).toList(),
        judged.stream()
            .map(
                one ->
                    new Judged(
                        one.request().with(path.apply(one.request())), one.label(), one.fault()))
            .toList());
  }

  private static int cut(List<Request> quiet) {
    return quiet.size() * 3 / 4;
  }

  /** Both folds of every endpoint that has enough quiet requests. */
  static List<AnomalyFold> of(List<Request> requests, List<InjectedFault> faults) {
    Map<Object, List<Judged>> endpoints = new LinkedHashMap<>();
    for (Request request : requests) {
      label(request, faults)
          .ifPresent(
              judged ->
                  endpoints
                      .computeIfAbsent(request.endpoint(), added -> new ArrayList<>())
                      .add(judged));
    }
    List<AnomalyFold> folds = new ArrayList<>();
    for (List<Judged> all : endpoints.values()) {
      if (all.stream().filter(j -> j.label() == Label.QUIET).count() >= MIN_QUIET) {
        List<InjectedFault> stretches =
            all.stream()
                .map(Judged::fault)
                .distinct()
                .sorted(Comparator.comparing(InjectedFault::injectedAt))
                .toList();
        for (int parity = 0; parity < 2; parity++) {
          fold(all, stretches, parity).ifPresent(folds::add);
        }
      }
    }
    return folds;
  }

  private static Optional<AnomalyFold> fold(
      List<Judged> all, List<InjectedFault> stretches, int parity) {
    List<Request> quiet = new ArrayList<>();
    List<Judged> judged = new ArrayList<>();
    for (Judged one : all) {
      if (stretches.indexOf(one.fault()) % 2 != parity) {
        judged.add(one);
      } else if (one.label() == Label.QUIET) {
        quiet.add(one.request());
      }
    }
    shuffle(quiet);
    return quiet.size() - cut(quiet) < MIN_HELD_OUT || judged.isEmpty()
        ? Optional.empty()
        : Optional.of(new AnomalyFold(quiet, judged));
  }

  private static Optional<Judged> label(Request request, List<InjectedFault> faults) {
    Instant at = Instant.EPOCH.plusNanos(request.endNanos());
    return faults.stream()
        .filter(fault -> fault.hasIn(at.plusSeconds(1), Duration.ofSeconds(62)))
        .findFirst()
        .map(fault -> new Judged(request, label(request, fault, at), fault));
  }

  private static Label label(Request request, InjectedFault fault, Instant at) {
    if (at.isBefore(fault.injectedAt())) {
      return fault.injectedAt().equals(SLOW_BEFORE) ? Label.IGNORED : Label.QUIET;
    }
    if (!request.services().contains(fault.target())) {
      return Label.BESIDE;
    }
    return fault.counted() ? Label.FAULT : Label.WEAK;
  }

  /** The order of {@code numpy.random.RandomState(3).shuffle}. */
  private static void shuffle(List<Request> requests) {
    MersenneTwister random = new MersenneTwister(3);
    for (int i = requests.size() - 1; i > 0; i--) {
      int mask = 2 * Integer.highestOneBit(i) - 1;
      int other = random.nextInt() & mask;
      while (other > i) {
        other = random.nextInt() & mask;
      }
      Collections.swap(requests, i, other);
    }
  }
}
