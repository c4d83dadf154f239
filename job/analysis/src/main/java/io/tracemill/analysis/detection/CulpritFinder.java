package io.tracemill.analysis.detection;

import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What a change is put down to (semantics 8.4). */
final class CulpritFinder {
  /** Surprise from which on a call or error counts as changed beside one that is found. */
  private static final double CHANGED = 3.5;

  private final Rows rows;
  private final EffectSize effects;
  private final DetectionRules rules;

  /** All that surprised in this pane, large or not. */
  private final List<Question> questions;

  CulpritFinder(Rows rows, EffectSize effects, DetectionRules rules, List<Question> questions) {
    this.rows = rows;
    this.effects = effects;
    this.rules = rules;
    this.questions = questions;
  }

  /**
   * The culprit behind an alarm: of a service found as a whole the edge or operation with the
   * largest extra time; of a call the deepest changed call with no changed call above it; of errors
   * the deepest edge or operation whose errors rose.
   */
  Cause behind(Question question, Effect own) {
    if (question.key().subject() instanceof PlaceTime time) {
      Place part = part(question, time.place());
      return new Cause(new PlaceTime(part), effects.at(part, question).orElse(own));
    }
    Optional<EndpointRows> of = rows.endpoint(question.key().endpoint());
    if (of.isEmpty()) {
      return new Cause(question.key().subject(), own);
    }
    CallGraph graph = new CallGraph(of.get());
    boolean isCall = question.key().subject() instanceof CallShare;
    Question found = isCall ? root(question, graph) : deepestError(question, graph);
    Subject subject =
        isCall ? new CallShare(graph.beyondClient(call(found))) : found.key().subject();
    return new Cause(
        subject, found.equals(question) ? own : effects.ofShare(found, question.first()));
  }

  private Place part(Question question, Place place) {
    if (!(place instanceof Place.Service)) {
      return place;
    }
    Map<Place, Double> extra = new TreeMap<>(Place.ORDER);
    rows.ofService(place.service(), false)
        .map(row -> ((PlaceTime) row.getKey().subject()).place())
        .filter(part -> !(part instanceof Place.Service))
        .distinct()
        .forEach(
            part ->
                effects
                    .at(part, question)
                    .ifPresent(effect -> extra.put(part, effect.extraNanos())));
    return extra.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(place);
  }

  /**
   * Below a change the requests that are left are others than before; and a caller stops because of
   * what failed below it. So it is the deepest of those that have no changed call above.
   */
  private Question root(Question question, CallGraph graph) {
    List<Question> changed = changed(question.key(), CallShare.class, rules.minEffect().share());
    Set<Frame> children = new LinkedHashSet<>();
    changed.forEach(other -> children.add(call(other).child()));
    Set<Frame> below = graph.reachable(children);
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
    return changed(question.key(), ErrorShare.class, rules.minEffect().errors()).stream()
        .filter(error -> isPart(error.key().subject()))
        .max(
            Comparator.comparingInt((Question error) -> graph.depth(place(error)))
                .thenComparingDouble(Question::change))
        .orElse(question);
  }

  private static Place place(Question error) {
    return ((ErrorShare) error.key().subject()).place();
  }

  /** Whether it is an edge, an operation or a call, and not a whole that has these as parts. */
  static boolean isPart(Subject subject) {
    Place place =
        subject instanceof PlaceTime time
            ? time.place()
            : subject instanceof ErrorShare error ? error.place() : new Place.Service("");
    return subject instanceof CallShare
        || place instanceof Place.Edge
        || place instanceof Place.Operation;
  }

  /**
   * Questions of the same endpoint and kind that changed by at least half of the minimal effect.
   */
  private List<Question> changed(RowKey key, Class<? extends Subject> sort, double least) {
    return questions.stream()
        .filter(other -> other.key().endpoint().equals(key.endpoint()))
        .filter(other -> sort.isInstance(other.key().subject()))
        .filter(other -> other.surprise() > CHANGED && Math.abs(other.change()) >= least / 2)
        .toList();
  }
}
