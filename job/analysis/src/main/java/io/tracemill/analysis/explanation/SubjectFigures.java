package io.tracemill.analysis.explanation;

import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.OfPlace;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.ranktest.RankTest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.CallTreeSums;
import io.tracemill.analysis.sums.CategorySums;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.Histogram;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.sums.PlaceCounts;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The exact figures of each subject in one cohort of an endpoint's requests: what a record says of
 * a place, a call or errors (semantics 8.5).
 *
 * @param counts of all requests together
 * @param ownNanos by place, the sum of its time on the critical path
 * @param latencySumNanos of all requests
 */
public record SubjectFigures(PaneCounts counts, Map<Place, Long> ownNanos, long latencySumNanos) {
  /** The figures of no requests. */
  public static final SubjectFigures NONE =
      new SubjectFigures(PaneCounts.of(Frame.of("", ""), 0, PaneCounts.Evidence.NONE), Map.of(), 0);

  private static final PlaceCounts NOWHERE = new PlaceCounts(0, 0, Histogram.EMPTY);

  public SubjectFigures {
    ownNanos = Map.copyOf(ownNanos);
  }

  /** The figures of these requests. */
  public static SubjectFigures of(EndpointSums requests) {
    Map<Place, Long> ownNanos = new HashMap<>();
    long[] latencySum = {0};
    Stream.concat(requests.categories().values().stream(), Stream.of(requests.other()))
        .forEach(
            category -> {
              latencySum[0] += category.latencySumNanos();
              addTree(category, ownNanos);
            });
    return new SubjectFigures(requests.counts(NONE.counts.endpoint(), 0), ownNanos, latencySum[0]);
  }

  private static void addTree(CategorySums category, Map<Place, Long> ownNanos) {
    CallTreeSums tree = category.tree();
    for (int node = 0; node < tree.size(); node++) {
      Optional<Place> place = Place.of(tree.step(node));
      if (place.isPresent()) {
        ownNanos.merge(place.get(), tree.exclusiveNanos(node), Long::sum);
      }
    }
  }

  /** Whether a request has the place, or the call. */
  public boolean has(Subject subject) {
    return subject instanceof CallShare share
        ? counts.calls().containsKey(share.call())
        : counts(place(subject)).requests() > 0;
  }

  /** The figures of a subject; of one that no request has, zeros. */
  public Side side(Subject subject) {
    if (subject instanceof CallShare share) {
      return side(share.call());
    }
    PlaceCounts place = counts(place(subject));
    boolean time = subject instanceof PlaceTime;
    double share = time ? 1 : ratio(place.failed(), place.requests());
    return new Side(
        place.requests(),
        counts.requests(),
        time ? Math.round(meanNanos(place(subject))) : 0,
        share);
  }

  private Side side(Call call) {
    long requests = counts.parents().getOrDefault(call.parent(), 0L);
    long having = counts.calls().getOrDefault(call, 0L);
    return new Side(requests, counts.requests(), 0, ratio(having, requests));
  }

  /**
   * The extra time of the later requests: at a place, over its mean before; of errors, the extra
   * failed requests times the endpoint's mean before; of a call 0.
   */
  public static long extraNanos(Subject subject, SubjectFigures before, SubjectFigures after) {
    if (subject instanceof CallShare) {
      return 0;
    }
    Place place = place(subject);
    if (subject instanceof PlaceTime) {
      return Math.round(after.units(place) * (after.meanNanos(place) - before.meanNanos(place)));
    }
    Side then = before.side(subject);
    Side now = after.side(subject);
    return Math.round(
        (now.share() - then.share()) * now.requests() * before.meanNanos(Place.Request.WHOLE));
  }

  /** The time of the calls that the later requests make more often than the earlier ones. */
  public static long callNanos(Call call, SubjectFigures before, SubjectFigures after) {
    Side now = after.side(call);
    double more = (now.share() - before.side(call).share()) * now.requests();
    Place child = new Place.Operation(call.child());
    double calls = ratio(after.units(child), after.counts(child).requests());
    return Math.round(more * calls * after.meanNanos(child));
  }

  /** The rank test of the requests' times at a place. */
  public static RankTest ranks(Place place, SubjectFigures before, SubjectFigures after) {
    return RankTest.ofBins(before.times(place), after.times(place));
  }

  private double[] times(Place place) {
    double[] dense = new double[DurationScale.BINS];
    counts(place).times().addTo(dense);
    return dense;
  }

  /**
   * How large a change is, to compare it with itself at another time: the extra time of the later
   * requests, or the number of those that call or fail otherwise than before.
   */
  public static double size(Subject subject, SubjectFigures before, SubjectFigures after) {
    if (subject instanceof PlaceTime) {
      return Math.abs((double) extraNanos(subject, before, after));
    }
    Side now = after.side(subject);
    return Math.abs(now.share() - before.side(subject).share()) * now.requests();
  }

  private static Place place(Subject subject) {
    return ((OfPlace) subject).place();
  }

  /** Requests with a single place of a service are not counted as those of the service. */
  private PlaceCounts counts(Place place) {
    PlaceCounts own = counts.places().getOrDefault(place, NOWHERE);
    return place instanceof Place.Service
        ? counts.places().entrySet().stream()
            .filter(part -> part.getKey() != Place.Request.WHOLE && place.includes(part.getKey()))
            .map(Map.Entry::getValue)
            .max(Comparator.comparingLong(PlaceCounts::requests))
            .filter(part -> part.requests() > own.requests())
            .orElse(own)
        : own;
  }

  /** Calls of an edge or operation; else all requests, as one call of a service has many spans. */
  private long units(Place place) {
    return place.indivisible() ? counts(place).calls() : counts.requests();
  }

  private double meanNanos(Place place) {
    long sum =
        place == Place.Request.WHOLE
            ? latencySumNanos
            : ownNanos.entrySet().stream()
                .filter(own -> place.includes(own.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    return ratio(sum, units(place));
  }

  private static double ratio(long part, long all) {
    return all == 0 ? 0 : (double) part / all;
  }
}
