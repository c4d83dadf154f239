package io.tracemill.analysis.view.tprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.Percentile;
import io.tracemill.analysis.view.tprof.SlowLayers.Part;
import io.tracemill.analysis.view.tprof.SlowLayers.Request;
import io.tracemill.analysis.view.tprof.SlowLayers.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Compares all findings of a diagnosis with the reference that keeps every time. */
public final class LayerComparison {
  private static final double TAIL = 0.1;
  private static final double TAIL_RATIO = 4;

  private final SlowLayers reference;
  private final Ranking ranking;
  private final Set<Integer> slowestOfAll;
  private final Map<Frame, Set<Integer>> slowest = new TreeMap<>();

  private LayerComparison(SlowLayers reference, Ranking ranking) {
    this.reference = reference;
    this.ranking = ranking;
    slowestOfAll = slowest(reference.requests);
    for (Frame type : reference.requests.stream().map(Request::type).distinct().toList()) {
      slowest.put(type, slowest(only(reference.requests, request -> request.type().equals(type))));
    }
  }

  /** Compares all findings about requests that are all kept and differ in duration. */
  public static void assertEqual(List<KeptRequest> requests, ReplayRules rules) {
    DiagnosisParameters parameters =
        new DiagnosisParameters(
            rules, RequestTypes.endpoints(), Integer.MAX_VALUE, TAIL, TAIL_RATIO, List.of());
    Diagnosis diagnosis = Diagnosis.of(requests, parameters);
    assertThat(diagnosis.exact()).isTrue();
    assertThat(diagnosis.requests()).isEqualTo(requests.size());
    SlowLayers reference = new SlowLayers(rules);
    requests.forEach(reference::add);
    for (Ranking ranking : Ranking.values()) {
      new LayerComparison(reference, ranking).compare(diagnosis.by(ranking));
    }
  }

  private static Set<Integer> slowest(List<Request> requests) {
    return new HashSet<>(
        requests.stream()
            .sorted(Comparator.comparingLong(Request::nanos).reversed())
            .limit((long) (requests.size() * TAIL * (1 + 1e-9)))
            .map(Request::number)
            .toList());
  }

  private static <T> List<T> only(List<T> all, Predicate<T> wanted) {
    return all.stream().filter(wanted).toList();
  }

  private void compare(List<Finding> operations) {
    assertComplete(operations, Finding::operation, reference.spans, Span::operation, this::score);
    for (Finding operation : operations) {
      List<Span> spans =
          only(reference.spans, span -> span.operation().equals(operation.operation()));
      assertTimes(operation, spans, slowestOfAll);
      assertThat(operation.explained())
          .isCloseTo(share(sum(spans, Span::critical), reference.requests), within(1e-9));
      assertComplete(
          operation.below(), type -> type.endpoint().orElseThrow(), spans, Span::type, this::score);
      for (Finding type : operation.below()) {
        compareType(type, only(spans, span -> span.type().equals(type.endpoint().orElseThrow())));
      }
    }
  }

  private void compareType(Finding finding, List<Span> spans) {
    Frame type = finding.endpoint().orElseThrow();
    Set<Integer> tail = slowest.getOrDefault(type, Set.of());
    assertTimes(finding, spans, tail);
    List<Request> ofType = only(reference.requests, request -> request.type().equals(type));
    assertThat(finding.coverage()).isEqualTo((double) ofType.size() / reference.requests.size());
    assertThat(finding.explained())
        .isCloseTo(share(sum(spans, Span::critical), ofType), within(1e-9));
    List<Part> parts =
        only(
            reference.parts,
            part -> part.type().equals(type) && part.operation().equals(finding.operation()));
    IntPredicate counts = request -> !finding.tail() || tail.contains(request);
    Function<Part, List<Object>> name = part -> List.of(part.path(), part.kind(), part.before());
    assertComplete(
        finding.below(),
        LayerComparison::name,
        only(parts, part -> counts.test(part.request())),
        name,
        part -> ranking == Ranking.SELF_TIME ? part.nanos() : part.critical());
    for (Finding below : finding.below()) {
      comparePart(below, only(parts, part -> name.apply(part).equals(name(below))), tail);
    }
  }

  private static List<Object> name(Finding part) {
    Finding.Part of = part.part().orElseThrow();
    return List.of(
        SlowLayers.path(of.path()), part.kind(), of.before().map(SlowLayers::text).orElse(""));
  }

  private void comparePart(Finding finding, List<Part> parts, Set<Integer> tail) {
    assertSame(finding.times(), parts, Part::request, Part::nanos, tail);
    assertSame(finding.whole(), parts, Part::request, Part::whole, tail);
    Set<String> orders = new HashSet<>();
    for (Finding order : finding.below()) {
      // The order that has a part of this length; the reference has no signatures.
      Map<String, List<Part>> byOrder = new TreeMap<>();
      parts.forEach(
          part -> byOrder.computeIfAbsent(part.order(), o -> new ArrayList<>()).add(part));
      List<List<Part>> equal =
          byOrder.values().stream()
              .filter(some -> !orders.contains(some.get(0).order()) && matches(order, some, tail))
              .toList();
      assertThat(equal).as("%s", order).isNotEmpty();
      orders.add(equal.get(0).get(0).order());
      assertSame(order.times(), equal.get(0), Part::request, Part::subSpan, tail);
    }
  }

  private static boolean matches(Finding order, List<Part> parts, Set<Integer> tail) {
    return order.times().all().count() == parts.size()
        && Math.abs(order.times().all().mean().value() * parts.size() - sum(parts, Part::subSpan))
            < 1e-3
        && order.times().tail().count()
            == parts.stream().filter(part -> tail.contains(part.request())).count()
        && Math.abs(order.whole().all().mean().value() * parts.size() - sum(parts, Part::whole))
            < 1e-3;
  }

  private long score(Span span) {
    return ranking == Ranking.SELF_TIME ? span.self() : span.critical();
  }

  /** Every name with a score has a finding, the highest first. */
  private static <T, K> void assertComplete(
      List<Finding> findings,
      Function<Finding, K> key,
      List<T> all,
      Function<T, K> keyOf,
      ToLongFunction<T> score) {
    Map<String, Long> scores = new TreeMap<>();
    all.forEach(
        one -> scores.merge(keyOf.apply(one).toString(), score.applyAsLong(one), Long::sum));
    scores.values().removeIf(sum -> sum == 0);
    Map<String, Long> found = new TreeMap<>();
    findings.forEach(one -> found.put(key.apply(one).toString(), Math.round(one.score())));
    assertThat(found).isEqualTo(scores);
    assertThat(findings).isSortedAccordingTo(Comparator.comparingDouble(Finding::score).reversed());
  }

  private static <T> long sum(List<T> all, ToLongFunction<T> value) {
    return all.stream().mapToLong(value).sum();
  }

  private static double share(long nanos, List<Request> of) {
    return (double) nanos / Math.max(1, sum(of, Request::nanos));
  }

  private static void assertTimes(Finding finding, List<Span> spans, Set<Integer> tail) {
    assertSame(finding.times(), spans, Span::request, Span::self, tail);
    assertSame(finding.whole(), spans, Span::request, Span::nanos, tail);
  }

  private static <T> void assertSame(
      Times found,
      List<T> all,
      ToIntFunction<T> request,
      ToLongFunction<T> value,
      Set<Integer> tail) {
    Predicate<T> slow = one -> tail.contains(request.applyAsInt(one));
    assertSame(found.all(), sorted(all, value));
    assertSame(found.normal(), sorted(only(all, slow.negate()), value));
    assertSame(found.tail(), sorted(only(all, slow), value));
  }

  private static <T> long[] sorted(List<T> all, ToLongFunction<T> value) {
    return all.stream().mapToLong(value).sorted().toArray();
  }

  /** All figures are exact. */
  private static void assertSame(Distribution found, long[] sorted) {
    double mean = Arrays.stream(sorted).average().orElse(0);
    double variance =
        Arrays.stream(sorted)
            .mapToDouble(nanos -> (nanos - mean) * (nanos - mean))
            .average()
            .orElse(0);
    assertThat(found.count()).isEqualTo(sorted.length);
    assertThat(found.kept()).isEqualTo(sorted.length);
    assertThat(found.mean().value()).isCloseTo(mean, within(1e-9 * mean + 1e-9));
    assertThat(found.deviation()).isCloseTo(Math.sqrt(variance), within(1e-9 * mean + 1e-6));
    assertThat(found.percentiles().p50()).isEqualTo(rank(sorted, 50));
    assertThat(found.percentiles().p99()).isEqualTo(rank(sorted, 99));
  }

  /** The smallest value that this percentage of all do not exceed. */
  private static Optional<Percentile> rank(long[] sorted, int percent) {
    return Arrays.stream(sorted)
        .skip(Math.max(0, (sorted.length * percent + 99) / 100 - 1))
        .mapToObj(value -> new Percentile(value, value, value))
        .findFirst();
  }
}
