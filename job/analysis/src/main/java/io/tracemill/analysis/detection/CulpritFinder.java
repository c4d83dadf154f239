package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.EndpointRows;
import io.tracemill.analysis.baseline.PaneClock;
import io.tracemill.analysis.baseline.Row.Kind;
import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.baseline.Rows;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
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

  /** Calls that are made more often explain a slow service from this share on. */
  private static final double MOST = 0.5;

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

  /**
   * The culprit behind an alarm: for a service found as a whole, the edge or operation with the
   * largest extra time, else the call to it that is made more often, else the service; for a call,
   * the deepest changed call with no changed call above it; for errors, the deepest edge or
   * operation whose errors rose, or its service if that fails for all its callers.
   */
  Finding behind(Question question, Finding own) {
    if (question.key().subject() instanceof PlaceTime time) {
      return time.place() instanceof Place.Service service
          ? slowestPart(question, service, own)
              .or(() -> moreFrequent(service, own, question.first()))
              .orElse(own)
          : own;
    }
    Optional<EndpointRows> of = rows.endpoint(question.key().endpoint());
    if (of.isEmpty()) {
      return own;
    }
    CallGraph graph = graphs.computeIfAbsent(of.get().endpoint(), added -> new CallGraph(of.get()));
    boolean isCall = question.key().subject() instanceof CallShare;
    Question found = isCall ? root(question, graph) : deepestError(question, graph);
    Subject subject =
        isCall ? new CallShare(graph.beyondClient(call(found))) : failing(found, question.first());
    return effects.ofShare(found, subject, question.first());
  }

  private Subject failing(Question error, int first) {
    Subject part = error.key().subject();
    boolean whole = part.indivisible() && failing.isWhole(part.service(), first);
    return whole ? new ErrorShare(new Place.Service(part.service())) : part;
  }

  /** The edge or operation of a service with the largest extra time. */
  private Optional<Finding> slowestPart(Question question, Place.Service service, Finding whole) {
    return rows.placesOf(service.service())
        .filter(part -> !(part instanceof Place.Service))
        .sorted(Place.ORDER)
        .flatMap(part -> effects.ofPlace(part, question).stream())
        .max(Comparator.comparingLong(Finding::contributionNanos))
        .filter(part -> part.contributionNanos() >= LEAST_PART * whole.contributionNanos());
  }

  /**
   * A call to the service that is made more often, if such calls explain most of its extra time.
   */
  private Optional<Finding> moreFrequent(Place.Service service, Finding whole, int first) {
    Map<RowKey, Question> calls =
        whole.endpoints().stream()
            .flatMap(of -> changed(of, Kind.CALL, minEffect.share()))
            .filter(more -> more.change() > 0)
            .filter(more -> call(more).child().service().equals(service.service()))
            .map(more -> effects.from(more, first))
            .collect(Collectors.toMap(Question::key, more -> more, CulpritFinder::longer));
    double all = calls.values().stream().mapToDouble(effects::callNanos).sum();
    return calls.values().stream()
        .filter(more -> all >= MOST * whole.contributionNanos())
        .max(
            Comparator.comparingDouble(effects::callNanos)
                .thenComparing(more -> more.key().toString()))
        .map(effects::ofCalls);
  }

  private static Question longer(Question one, Question other) {
    return one.first() <= other.first() ? one : other;
  }

  /**
   * Below a changed call, the remaining requests differ from earlier ones. A caller also stops
   * because of a failure below it. So the culprit is the deepest call without a changed call above.
   */
  private Question root(Question question, CallGraph graph) {
    List<Question> changed =
        changed(question.key().endpoint(), Kind.CALL, minEffect.share()).toList();
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
    return changed(question.key().endpoint(), Kind.ERROR, minEffect.errors())
        .filter(error -> error.key().subject().indivisible())
        .max(
            Comparator.comparingInt(
                    (Question error) -> graph.depth(((ErrorShare) error.key().subject()).place()))
                .thenComparingDouble(Question::change))
        .orElse(question);
  }

  /** The changes of the same endpoint and kind with at least half of the minimal effect. */
  private Stream<Question> changed(Frame endpoint, Kind kind, double least) {
    return questions.stream()
        .filter(other -> other.key().endpoint().equals(endpoint))
        .filter(other -> other.key().kind() == kind)
        .filter(other -> other.surprise() > CHANGED && Math.abs(other.change()) >= least / 2);
  }
}
