package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.Cohort;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explainer;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.FormerMutations;
import io.tracemill.analysis.explanation.HostStacks;
import io.tracemill.analysis.explanation.SubjectFigures;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.endpoint.Sides.Side;
import io.tracemill.pipeline.judge.RoutedIncident.HostVerdict;
import io.tracemill.pipeline.serialization.CodecSerializer;
import io.tracemill.pipeline.serialization.SmileCodec;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Explains the incidents of the current endpoint, each at its height. */
final class Explanations {
  /** A pane of a fault adds a twentieth or more to it, one after its end next to nothing. */
  private static final double GROWN = 1.02;

  private static final int MAX_STACKS = 20;

  private final EndpointRules rules;
  private final Explainer explainer;
  private final RequestHistory history;

  /**
   * Key: endpoint; one entry for each open incident, by id, up to twice the profile limits; cleared
   * when it ends.
   */
  private final MapState<String, Sides> open;

  /**
   * Key: endpoint; by incident id, the categories published for an open incident, at most {@link
   * FormerMutations#MAX}; cleared when it ends, or with the endpoint.
   */
  private final MapState<String, FormerMutations> listed;

  /**
   * Key: endpoint; by incident id, what stack samples say about the culprit's hosts, at most {@link
   * #MAX_STACKS}; cleared when it ends, or with the endpoint.
   */
  private final MapState<String, HostStacks> stacks;

  /** Explanations made from {@link #open} of all endpoints: each costs as much as a profile. */
  private final Map<Key, Explanation> made = new HashMap<>();

  private record Key(Frame endpoint, String incident) {}

  Explanations(RuntimeContext context, EndpointRules rules, RequestHistory history) {
    this.rules = rules;
    this.explainer = new Explainer(rules.explained());
    this.history = history;
    this.open =
        context.getMapState(
            new MapStateDescriptor<>(
                "sides", StringSerializer.INSTANCE, new CodecSerializer<>(new Sides.SidesCodec())));
    this.listed =
        context.getMapState(
            new MapStateDescriptor<>(
                "mutations",
                StringSerializer.INSTANCE,
                SmileCodec.serializerOf(FormerMutations.class)));
    this.stacks =
        context.getMapState(
            new MapStateDescriptor<>(
                "stacks", StringSerializer.INSTANCE, SmileCodec.serializerOf(HostStacks.class)));
  }

  /** Adds what stack samples of a host say about an open incident. */
  void learn(Incident incident, HostVerdict verdict) throws Exception {
    if (isResolved(incident)) {
      return;
    }
    HostStacks known = hosts(incident);
    if (known.equals(HostStacks.NONE)
        && StreamSupport.stream(stacks.keys().spliterator(), false).count() >= MAX_STACKS) {
      // A verdict may arrive after its incident ended. Nothing removes that entry, so a full map is
      // cleared.
      stacks.clear();
    }
    String culprit = incident.culprit().subject().toString();
    stacks.put(incident.id(), known.plus(culprit, verdict.host(), verdict.sentence()));
  }

  private HostStacks hosts(Incident incident) throws Exception {
    @Nullable HostStacks known = stacks.get(incident.id());
    return known == null || !known.culprit().equals(incident.culprit().subject().toString())
        ? HostStacks.NONE
        : known;
  }

  /**
   * Reads the requests of a firing incident again, and keeps them if it has grown. Returns an
   * explanation if it is new.
   */
  Optional<Explanation> renew(Frame endpoint, Incident incident) throws Exception {
    if (isResolved(incident)) {
      return Optional.empty();
    }
    String id = incident.id();
    history.fault(id, new Period(began(incident), incident.endMillis()));
    Optional<Explanation> known = known(endpoint, incident);
    Optional<Sides> grown = grown(known, incident);
    if (grown.isPresent()) {
      open.put(id, grown.get());
      known = explain(endpoint, grown, incident);
    } else if (made.containsKey(new Key(endpoint, id))) {
      return Optional.empty();
    }
    known.ifPresent(explanation -> made.put(new Key(endpoint, id), explanation));
    return known;
  }

  private Optional<Explanation> known(Frame endpoint, Incident incident) throws Exception {
    @Nullable Explanation why = made.get(new Key(endpoint, incident.id()));
    return why == null
        ? explain(endpoint, Optional.ofNullable(open.get(incident.id())), incident)
        : Optional.of(why);
  }

  /** The incident with its explanation. The state of an ended incident is cleared. */
  ExplainedIncident explained(Frame endpoint, Incident incident) throws Exception {
    String id = incident.id();
    Optional<Explanation> why = known(endpoint, incident);
    FormerMutations former = Optional.ofNullable(listed.get(id)).orElse(FormerMutations.NONE);
    HostStacks hosts = hosts(incident);
    if (isResolved(incident)) {
      end(endpoint, incident);
      return new ExplainedIncident(endpoint, incident, why, former.minus(why), hosts);
    }
    FormerMutations now = former.plus(why);
    if (!now.equals(former)) {
      listed.put(id, now);
    }
    return new ExplainedIncident(endpoint, incident, why, FormerMutations.NONE, hosts);
  }

  private void end(Frame endpoint, Incident incident) throws Exception {
    open.remove(incident.id());
    listed.remove(incident.id());
    stacks.remove(incident.id());
    made.remove(new Key(endpoint, incident.id()));
    if (incident.reason().equals(Optional.of(Incident.EndReason.ACCEPTED))) {
      history.accept(incident.id());
    } else {
      history.fault(incident.id(), new Period(began(incident), incident.endMillis()));
    }
  }

  private static boolean isResolved(Incident incident) {
    return incident.status() == Incident.Status.RESOLVED;
  }

  private long began(Incident incident) {
    return incident.sinceMillis() - rules.paneMillis();
  }

  private Optional<Explanation> explain(Frame endpoint, Optional<Sides> sides, Incident incident) {
    return sides.flatMap(
        known ->
            explainer.explain(
                endpoint,
                known.before().cohort(),
                known.after().cohort(),
                Optional.of(incident.culprit().subject())));
  }

  /** The latest requests and those before, if the incident has grown since it was explained. */
  private Optional<Sides> grown(Optional<Explanation> known, Incident incident) throws Exception {
    Optional<Cohort> after = history.after(began(incident), incident.endMillis());
    if (after.isEmpty() || known.filter(why -> !isLarger(after.get(), why, incident)).isPresent()) {
      return Optional.empty();
    }
    @Nullable Sides stored = open.get(incident.id());
    Optional<Side> before =
        stored == null
            ? history.before(began(incident)).map(Side::of)
            : Optional.of(stored.before());
    return before.map(side -> new Sides(side, Side.of(after.get())));
  }

  /** Whether the culprit costs more than before; if the endpoint lacks it, its requests. */
  private static boolean isLarger(Cohort after, Explanation known, Incident incident) {
    SubjectFigures latest = SubjectFigures.of(after.requests());
    Subject culprit = incident.culprit().subject();
    Subject subject =
        latest.has(culprit) || known.after().has(culprit)
            ? culprit
            : new Subject.PlaceTime(Place.Request.WHOLE);
    double now = SubjectFigures.size(subject, known.before(), latest);
    return now > GROWN * SubjectFigures.size(subject, known.before(), known.after());
  }

  void clear(Frame endpoint) {
    made.keySet().removeIf(key -> key.endpoint().equals(endpoint));
    open.clear();
    listed.clear();
    stacks.clear();
  }
}
