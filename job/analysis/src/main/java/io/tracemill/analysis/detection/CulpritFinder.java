package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.EndpointRows;
import io.tracemill.analysis.baseline.PaneClock;
import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.baseline.Rows;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.OfPlace;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the cause of a change (semantics 8.4). */
final class CulpritFinder {
  /** A call or error with at least this surprise counts as changed, beside a found one. */
  private static final double CHANGED = 3.5;

  /** A part with less than this share of its service's extra time does not explain it. */
  static final double LEAST_PART = 0.2;

  private final Rows rows;
  private final EffectSize effects;
  private final DetectionRules.MinEffect minEffect;
  private final List<Question> questions;
  private final FailingService failing;
  private final Map<Frame, CallGraph> graphs = new HashMap<>();

  /**
   * @param questions all that surprised in this pane, large or not
   */
  CulpritFinder(
      PaneClock clock,
      Rows rows,
      EffectSize effects,
      DetectionRules.MinEffect minEffect,
      List<Question> questions) {
    this.failing = new FailingService(clock, rows, minEffect.errors());
    this.rows = rows;
    this.effects = effects;
    this.minEffect = minEffect;
    this.questions = questions;
  }

  /** The cause of an alarm, and the size of its change. */
  record Cause(Subject subject, Effect effect) implements Serializable {
    private static final long serialVersionUID = 1;
  }

  /**
   * The culprit behind an alarm: for a service found as a whole, the edge or operation with the
   * largest extra time, or the service if none explains it; for a call, the deepest changed call
   * with no changed call above it; for errors, the deepest edge or operation whose errors rose, or
   * its service if that fails for all its callers.
   */
  Cause behind(Question question, Effect own) {
    if (question.key().subject() instanceof PlaceTime time) {
      return time.place() instanceof Place.Service service
          ? slowestPart(question, service, own).orElse(new Cause(time, own))
          : new Cause(time, effects.ofPlace(time.place(), question).orElse(own));
    }
    Optional<EndpointRows> of = rows.endpoint(question.key().endpoint());
    if (of.isEmpty()) {
      return new Cause(question.key().subject(), own);
    }
    CallGraph graph = graphs.computeIfAbsent(of.get().endpoint(), added -> new CallGraph(of.get()));
    boolean isCall = question.key().subject() instanceof CallShare;
    Question found = isCall ? root(question, graph) : deepestError(question, graph);
    Subject subject =
        isCall ? new CallShare(graph.beyondClient(call(found))) : failing(found, question.first());
    return new Cause(
        subject, found.equals(question) ? own : effects.ofShare(found, question.first()));
  }

  private Subject failing(Question error, int first) {
    Subject part = error.key().subject();
    boolean whole = isPart(part) && failing.isWhole(part.service(), first);
    return whole ? new ErrorShare(new Place.Service(part.service())) : part;
  }

  /**
   * The edge or operation of a service with the largest extra time. Calls that only became more
   * frequent make their service slow, and none of its parts.
   */
  private Optional<Cause> slowestPart(Question question, Place.Service service, Effect whole) {
    return rows.placesOf(service.service())
        .filter(part -> !(part instanceof Place.Service))
        .sorted(Place.ORDER)
        .flatMap(part -> cause(part, question))
        .max(Comparator.comparingDouble(cause -> cause.effect().extraNanos()))
        .filter(cause -> cause.effect().extraNanos() >= LEAST_PART * whole.extraNanos());
  }

  private Stream<Cause> cause(Place place, Question question) {
    return effects.ofPlace(place, question).stream()
        .map(effect -> new Cause(new PlaceTime(place), effect));
  }

  /**
   * Below a changed call, the remaining requests differ from earlier ones. A caller also stops
   * because of a failure below it. So the culprit is the deepest call without a changed call above.
   */
  private Question root(Question question, CallGraph graph) {
    List<Question> changed = changed(question.key(), minEffect.share()).toList();
    Set<Frame> below =
        graph.reachable(
            changed.stream().map(other -> call(other).child()).collect(Collectors.toSet()));
    return changed.stream()
        .filter(other -> !below.contains(call(other).parent()))
        .max(
            Comparator.comparingInt((Question other) -> graph.depth(call(other).child()))
                .thenComparingDouble(other -> Math.abs(other.change()) * other.requests()))
        .orElse(question);
  }

  private static Call call(Question question) {
    return ((CallShare) question.key().subject()).call();
  }

  private Question deepestError(Question question, CallGraph graph) {
    return changed(question.key(), minEffect.errors())
        .filter(error -> isPart(error.key().subject()))
        .max(
            Comparator.comparingInt(
                    (Question error) -> graph.depth(((ErrorShare) error.key().subject()).place()))
                .thenComparingDouble(Question::change))
        .orElse(question);
  }

  /** Whether the place is an edge, an operation or a call, not a whole with such parts. */
  static boolean isPart(Subject subject) {
    return subject instanceof CallShare || ((OfPlace) subject).place().indivisible();
  }

  /** The changes of the same endpoint and kind with at least half of the minimal effect. */
  private Stream<Question> changed(RowKey key, double least) {
    return questions.stream()
        .filter(other -> other.key().endpoint().equals(key.endpoint()))
        .filter(other -> other.key().kind() == key.kind())
        .filter(other -> other.surprise() > CHANGED && Math.abs(other.change()) >= least / 2);
  }
}
