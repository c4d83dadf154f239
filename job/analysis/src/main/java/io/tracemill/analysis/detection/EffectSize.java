package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.PaneClock;
import io.tracemill.analysis.baseline.PlaceRow;
import io.tracemill.analysis.baseline.Row.Kind;
import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.baseline.Rows;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.detection.DetectionRules.MinEffect;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Measures the size of a change, and decides whether it is large enough to report (semantics 8.2).
 */
final class EffectSize {
  /** Means cut requests at this quantile, so a few very long ones do not dominate. */
  private static final double CUT = 0.8;

  private final DetectionRules rules;
  private final DurationScale scale;
  private final PaneClock clock;
  private final Rows rows;

  EffectSize(DetectionRules rules, PaneClock clock, Rows rows) {
    this.rules = rules;
    this.scale = rules.scale();
    this.clock = clock;
    this.rows = rows;
  }

  /** The finding; empty if it is too small or a place became faster. */
  Optional<Finding> of(Question question) {
    if (question.key().subject() instanceof PlaceTime time) {
      return question.change() <= 0 ? Optional.empty() : ofPlace(time.place(), question, true);
    }
    boolean call = question.key().kind() == Kind.CALL;
    double least = call ? rules.minEffect().share() : rules.minEffect().errors();
    return Math.abs(question.change()) < least
        ? Optional.empty()
        : Optional.of(ofShare(question, question.key().subject()));
  }

  /** The finding of any size from a column on, with another name for its subject. */
  Finding ofShare(Question question, Subject subject, int from) {
    return ofShare(from(question, from), subject);
  }

  /** The same question from a later column on. */
  Question from(Question question, int first) {
    return rows.row(question.key()).map(row -> question.from(row, clock, first)).orElse(question);
  }

  /** A call that is made more often, with the time that this costs. */
  Finding ofCalls(Question calls) {
    return ofShare(calls, calls.key().subject(), callNanos(calls));
  }

  /** The time of the calls that the window's requests make more often than before. */
  double callNanos(Question calls) {
    Place child = new Place.Operation(((CallShare) calls.key().subject()).call().child());
    return rows.endpoint(calls.key().endpoint())
        .flatMap(of -> of.place(child))
        .map(row -> calls.change() * calls.requests() * perRequest(row, calls.first()))
        .orElse(0.0);
  }

  /** The time of a place in each request that has it. */
  private double perRequest(PlaceRow row, int first) {
    double[] times = row.windowTimes(clock, first);
    double requests = sum(times);
    return requests == 0 ? 0 : mean(times) * row.windowCalls(clock, first) / requests;
  }

  private Finding ofShare(Question question, Subject subject) {
    return ofShare(
        question, subject, question.key().kind() == Kind.CALL ? 0 : errorNanos(question));
  }

  private double errorNanos(Question question) {
    double failed = Math.abs(question.change()) * question.requests();
    return failed * normalMeanNanos(question.key().endpoint(), question.first());
  }

  private Finding ofShare(Question question, Subject subject, double nanos) {
    Frame endpoint = question.key().endpoint();
    long requests = question.requests();
    long normal = question.normalRequests();
    long all = requests(endpoint, question.first());
    long normalAll = normalRequests(endpoint, question.first());
    return finding(
        question,
        subject,
        List.of(endpoint),
        new Side(normal, Math.max(normal, normalAll), 0, question.normal()),
        new Side(requests, Math.max(requests, all), 0, question.mean()),
        nanos);
  }

  private Finding finding(
      Question question,
      Subject subject,
      List<Frame> endpoints,
      Side before,
      Side after,
      double extraNanos) {
    long start = clock.end(question.first()) - clock.paneMillis();
    long baseline =
        rows.row(question.key())
            .map(row -> row.baselineStartMillis(clock, question.first()) - clock.paneMillis())
            .orElse(start);
    return new Finding(
        subject,
        question.key().isOfAll(),
        endpoints,
        before,
        after,
        new Period(start, clock.now()),
        new Period(Math.min(baseline, start - 1), start),
        question.pValue(),
        Math.round(extraNanos));
  }

  /** The finding of a place in the window of a question about it or its service, of any size. */
  Optional<Finding> ofPlace(Place place, Question question) {
    return ofPlace(place, question, false);
  }

  private Optional<Finding> ofPlace(Place place, Question question, boolean onlyIfLarge) {
    int first = question.first();
    double extra = 0;
    double normal = 0;
    double after = 0;
    double requests = 0;
    double calls = 0;
    double least = 0;
    long all = 0;
    double normalRequests = 0;
    long normalAll = 0;
    Map<Frame, Double> parts = new TreeMap<>();
    for (Map.Entry<Frame, PlaceRow> member : rows.members(question.key(), place).entrySet()) {
      Frame endpoint = member.getKey();
      Optional<Times> found = times(member.getValue(), first);
      if (found.isPresent()) {
        Times times = found.get();
        extra += times.extraNanos();
        normal += times.calls() * times.beforeNanos();
        after += times.calls() * times.afterNanos();
        requests += times.requests();
        calls += times.calls();
        least += leastNanos(endpoint, first) * times.requests();
        all += requests(endpoint, first);
        normalRequests += times.normalRequests();
        normalAll += normalRequests(endpoint, first);
        if (times.extraNanos() > 0) {
          parts.put(endpoint, times.extraNanos());
        }
      }
    }
    double leastRise = MinEffect.OWN_RISE * (normal + calls * scale.floorNanos());
    boolean large = extra >= least && extra >= leastRise && !parts.isEmpty();
    if (requests == 0 || calls == 0 || (onlyIfLarge && !large)) {
      return Optional.empty();
    }
    long having = Math.round(requests);
    long normalHaving = Math.round(normalRequests);
    return Optional.of(
        finding(
            question,
            new PlaceTime(place),
            largestFirst(parts),
            new Side(
                normalHaving, Math.max(normalAll, normalHaving), Math.round(normal / calls), 1),
            new Side(having, Math.max(all, having), Math.round(after / calls), 1),
            extra));
  }

  private static List<Frame> largestFirst(Map<Frame, Double> parts) {
    return parts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The smallest reported extra time a request. */
  private double leastNanos(Frame endpoint, int first) {
    return rules.minEffect().leastNanos(normalMeanNanos(endpoint, first));
  }

  /** The extra time that a service or place costs an endpoint, for each request of the window. */
  double extraPerRequest(Frame endpoint, Place place, int first) {
    long all = requests(endpoint, first);
    double extra = times(endpoint, place, first).map(Times::extraNanos).orElse(0.0);
    return all == 0 ? 0 : extra / all;
  }

  /** The endpoint's mean duration in the baseline; 0 if there is none. */
  double normalMeanNanos(Frame endpoint, int first) {
    return times(endpoint, Place.Request.WHOLE, first).map(Times::beforeNanos).orElse(0.0);
  }

  private long requests(Frame endpoint, int first) {
    RowKey whole = new RowKey(endpoint, new PlaceTime(Place.Request.WHOLE));
    return rows.row(whole).map(row -> row.requests(clock, first)).orElse(0L);
  }

  private long normalRequests(Frame endpoint, int first) {
    return times(endpoint, Place.Request.WHOLE, first)
        .map(times -> Math.round(times.normalRequests()))
        .orElse(0L);
  }

  private Optional<Times> times(Frame endpoint, Place place, int first) {
    return rows.endpoint(endpoint).flatMap(of -> of.place(place)).flatMap(row -> times(row, first));
  }

  /** Empty if the baseline or the window has too few requests. */
  private Optional<Times> times(PlaceRow row, int first) {
    double[] now = row.windowTimes(clock, first);
    double[] before = row.baselineTimes(clock, first);
    double requests = sum(now);
    double normal = sum(before);
    return requests == 0 || normal < PlaceRow.MIN_BASELINE || !row.isReady()
        ? Optional.empty()
        : Optional.of(
            new Times(requests, normal, row.windowCalls(clock, first), mean(before), mean(now)));
  }

  private static double sum(double[] counts) {
    return Arrays.stream(counts).sum();
  }

  private double mean(double[] counts) {
    double all = sum(counts);
    double below = 0;
    int cut = 0;
    while (cut < counts.length - 1 && below + counts[cut] < CUT * all) {
      below += counts[cut++];
    }
    double nanos = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      nanos += counts[bin] == 0 ? 0 : counts[bin] * scale.nanos(Math.min(bin, cut));
    }
    return nanos / all;
  }

  /**
   * A row's window and its baseline.
   *
   * @param requests in the window
   * @param normalRequests in the baseline
   * @param calls in the window
   * @param beforeNanos mean time per call in the baseline
   * @param afterNanos mean time per call in the window
   */
  private record Times(
      double requests, double normalRequests, long calls, double beforeNanos, double afterNanos) {
    /** The extra time of all calls of the window over the baseline. */
    double extraNanos() {
      return calls * (afterNanos - beforeNanos);
    }
  }
}
