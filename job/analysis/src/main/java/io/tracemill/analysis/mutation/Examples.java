package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.profile.CategoryAccumulator;
import io.tracemill.analysis.profile.LatencySketch;
import io.tracemill.analysis.profile.SampledRequest;
import io.tracemill.analysis.profile.SampledTree;
import io.tracemill.analysis.profile.WeightedRequest;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.TraceId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Sampled requests that a finding is about, and normal ones to compare them with. */
final class Examples {
  private static final int LIMIT = 3;

  private final Contrast window;

  Examples(Contrast window) {
    this.window = window;
  }

  /** All that it is about. */
  List<WeightedRequest> after(Asked asked) {
    return all(window.after(), after(asked.question()));
  }

  private Predicate<SampledRequest> after(Question question) {
    if (question instanceof CallShareQuestion share) {
      return share.rose(window) ? in(share.call().makers()) : in(share.call().others());
    }
    return asBefore(question);
  }

  /** All that are like them but for the change; other requests where there are none. */
  List<WeightedRequest> before(Asked asked) {
    Question question = asked.question();
    Predicate<SampledRequest> like = asBefore(question);
    if (question instanceof CallShareQuestion share) {
      like = share.rose(window) ? in(share.call().others()) : in(share.call().makers());
    }
    List<WeightedRequest> normal = all(window.before(), like);
    List<CallTreeSignature> precursors =
        asked.flow().flatMap(window::category).stream()
            .flatMap(grown -> window.precursors(grown).stream())
            .map(precursor -> precursor.category().flow())
            .limit(1)
            .toList();
    if (normal.isEmpty() && !precursors.isEmpty()) {
      normal = all(window.before(), in(precursors));
    }
    return normal.isEmpty() ? all(window.before(), any -> true) : normal;
  }

  private Predicate<SampledRequest> asBefore(Question question) {
    Subject subject = question.subject();
    if (subject instanceof PlaceTime time) {
      return request -> ownNanos(request, time.place()) >= 0;
    }
    if (subject instanceof Subject.CategoryTime time) {
      return in(List.of(time.flow()));
    }
    return subject instanceof Subject.CategoryShare share ? in(List.of(share.flow())) : any -> true;
  }

  private Predicate<SampledRequest> in(Collection<CallTreeSignature> flows) {
    Set<CallTreeSignature> all = new HashSet<>(flows);
    return request -> all.contains(request.flow());
  }

  private static List<WeightedRequest> all(Stretch stretch, Predicate<SampledRequest> like) {
    return stretch.sampled().filter(sampled -> like.test(sampled.request())).toList();
  }

  /** What a request spends at a place itself; negative if it does not have it. */
  private static long ownNanos(SampledRequest request, Culprit place) {
    SampledTree tree = request.tree();
    long nanos = -1;
    for (int node = 0; node < tree.size(); node++) {
      if (place.has(tree.step(node))) {
        nanos = Math.max(0, nanos) + tree.exclusiveNanos(node);
      }
    }
    return nanos;
  }

  /** The slowest, for a place those slowest there. */
  static List<TraceId> slowest(List<WeightedRequest> requests, Subject subject) {
    ToLongFunction<SampledRequest> time =
        subject instanceof PlaceTime place
            ? request -> ownNanos(request, place.place())
            : SampledRequest::durationNanos;
    return first(requests, Comparator.comparingLong(time).reversed());
  }

  /** Those nearest to a median of all normal requests that are so. */
  List<TraceId> typical(List<WeightedRequest> requests, Asked asked) {
    LatencySketch times =
        asked
            .flow()
            .flatMap(window.before()::category)
            .map(CategoryAccumulator::latency)
            .orElseGet(window.before()::latencies);
    long median = times.quantile(0.5);
    return first(
        requests, Comparator.comparingLong(request -> Math.abs(request.durationNanos() - median)));
  }

  private static List<TraceId> first(
      List<WeightedRequest> requests, Comparator<SampledRequest> order) {
    return requests.stream()
        .map(WeightedRequest::request)
        .sorted(
            order
                .thenComparingLong(request -> request.traceId().high())
                .thenComparingLong(request -> request.traceId().low()))
        .map(SampledRequest::traceId)
        .distinct()
        .limit(LIMIT)
        .toList();
  }
}
