package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.Row.Kind;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.pane.DurationScale;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Whether what was found is large enough to be reported (semantics 8.2). */
final class EffectSize {
  /** A place takes at least so much more of its own time. */
  private static final double MIN_RISE = 0.25;

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

  /** The effect; none if it is too small, or a place is faster. */
  Optional<Effect> of(Question question) {
    if (question.key().subject() instanceof PlaceTime time) {
      return question.change() <= 0 ? Optional.empty() : ofTime(question, time.place());
    }
    double least = isCall(question) ? rules.minEffect().share() : rules.minEffect().errors();
    return Math.abs(question.change()) < least ? Optional.empty() : Optional.of(ofShare(question));
  }

  /** The effect of a call or error in the columns from one on, large or not. */
  Effect ofShare(Question question, int from) {
    return ofShare(
        rows.row(question.key()).map(row -> question.from(row, clock, from)).orElse(question));
  }

  private Effect ofShare(Question question) {
    Frame endpoint = question.key().endpoint();
    double having = Math.abs(question.change()) * question.requests();
    double nanos = isCall(question) ? 0 : having * meanNanos(endpoint, question.first());
    return new Effect(
        nanos,
        question.requests(),
        requests(endpoint, question.first()),
        0,
        0,
        question.normal(),
        question.mean(),
        new TreeMap<>(Map.of(endpoint, isCall(question) ? having : nanos)));
  }

  private static boolean isCall(Question question) {
    return question.key().kind() == Kind.CALL;
  }

  /** The endpoint's mean duration in the baseline; 0 if there is none. */
  private double meanNanos(Frame endpoint, int first) {
    return whole(endpoint)
        .flatMap(row -> ExtraTime.of(row, clock, first, scale))
        .map(ExtraTime::beforeNanos)
        .orElse(0.0);
  }

  private Optional<PlaceRow> whole(Frame endpoint) {
    return rows.endpoint(endpoint).flatMap(of -> of.place(Place.Request.WHOLE));
  }

  private long requests(Frame endpoint, int first) {
    return whole(endpoint).map(row -> row.requests(clock, first)).orElse(0L);
  }

  private Optional<Effect> ofTime(Question question, Place place) {
    return sums(question, place).effectIfLarge();
  }

  /** The effect at a place in the window of a question about it or its service, large or not. */
  Optional<Effect> at(Place place, Question question) {
    return sums(question, place).effect();
  }

  private Sums sums(Question question, Place place) {
    Sums sums = new Sums();
    rows.members(question.key(), place)
        .forEach((endpoint, row) -> add(endpoint, row, question.first(), sums));
    return sums;
  }

  private void add(Frame endpoint, PlaceRow row, int first, Sums sums) {
    Optional<ExtraTime> extra = ExtraTime.of(row, clock, first, scale);
    if (extra.isPresent()) {
      double least =
          Math.max(
              (double) rules.minEffect().timeNanos(),
              rules.minEffect().ratio() * meanNanos(endpoint, first));
      sums.add(endpoint, extra.get(), requests(endpoint, first), least, scale);
    }
  }

  /** What a service or place costs an endpoint, a request of the window. */
  double extraPerRequest(Frame endpoint, Place place, int first) {
    long all = requests(endpoint, first);
    double extra =
        rows.endpoint(endpoint)
            .flatMap(of -> of.place(place))
            .flatMap(row -> ExtraTime.of(row, clock, first, scale))
            .map(ExtraTime::extraNanos)
            .orElse(0.0);
    return all == 0 ? 0 : extra / all;
  }

  /** The endpoint's mean duration in the baseline. */
  double normalMeanNanos(Frame endpoint, int first) {
    return meanNanos(endpoint, first);
  }

  /** Adds up endpoints. */
  private static final class Sums {
    private double extra;
    private double normal;
    private double requests;
    private double calls;
    private double least;
    private double floors;
    private double after;
    private long all;
    private final Map<Frame, Double> endpoints = new TreeMap<>();

    void add(
        Frame endpoint, ExtraTime of, long endpointRequests, double leastEach, DurationScale s) {
      extra += of.extraNanos();
      normal += of.normalNanos();
      after += of.calls() * of.afterNanos();
      requests += of.requests();
      calls += of.calls();
      least += leastEach * of.requests();
      floors += of.calls() * (double) s.floorNanos();
      all += endpointRequests;
      if (of.extraNanos() > 0) {
        endpoints.put(endpoint, of.extraNanos());
      }
    }

    Optional<Effect> effectIfLarge() {
      boolean large = extra >= least && extra >= MIN_RISE * (normal + floors);
      return large && !endpoints.isEmpty() ? effect() : Optional.empty();
    }

    Optional<Effect> effect() {
      if (requests == 0 || calls == 0) {
        return Optional.empty();
      }
      return Optional.of(
          new Effect(
              extra,
              Math.round(requests),
              all,
              normal / calls,
              after / calls,
              1,
              1,
              new TreeMap<>(endpoints)));
    }
  }
}
