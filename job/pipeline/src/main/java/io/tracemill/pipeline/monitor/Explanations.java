package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explainer;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.FormerMutations;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.monitor.Sides.Side;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.StringSerializer;

/**
 * Explains the incidents of the endpoint at hand: an open one anew at every slide, one that ended
 * as it was when it was largest.
 */
final class Explanations {
  private final MonitorRules rules;
  private final Explainer explainer;
  private final RequestHistory history;

  /**
   * Key: endpoint; by id, one for each open incident, three times what the profile limits allow;
   * cleared when it ends.
   */
  private final MapState<String, Sides> open;

  /**
   * Key: endpoint; by id, the mutations of each open incident that were given, at most {@link
   * FormerMutations#MAX} findings and categories; cleared when it ends, or with the endpoint.
   */
  private final MapState<String, FormerMutations> listed;

  /** By id, the explanation of the latest requests: each costs as much as a profile. */
  private final Map<String, Optional<Explanation>> latest = new HashMap<>();

  Explanations(RuntimeContext context, MonitorRules rules, RequestHistory history) {
    this.rules = rules;
    this.explainer = new Explainer(rules.explained());
    this.history = history;
    this.open =
        context.getMapState(
            new MapStateDescriptor<>(
                "sides", StringSerializer.INSTANCE, new CodecSerializer<>(new SidesCodec())));
    this.listed =
        context.getMapState(
            new MapStateDescriptor<>(
                "mutations",
                StringSerializer.INSTANCE,
                new CodecSerializer<>(new FormerMutationsCodec())));
  }

  /**
   * Explains an incident as of {@code nowMillis}, by the panes that are over.
   *
   * @param fresh gets an explanation that was not given before
   */
  ExplainedIncident explain(
      Frame endpoint, Incident incident, long nowMillis, Consumer<Explanation> fresh)
      throws Exception {
    Optional<Explanation> explanation = explanation(endpoint, incident, nowMillis, fresh);
    ExplainedIncident explained = new ExplainedIncident(incident, explanation);
    FormerMutations former =
        Optional.ofNullable(listed.get(incident.id())).orElse(FormerMutations.NONE);
    if (incident.status() == Incident.Status.RESOLVED) {
      listed.remove(incident.id());
      return new ExplainedIncident(incident, explanation, former.minus(explained));
    }
    FormerMutations now = former.plus(explained);
    if (!now.equals(former)) {
      listed.put(incident.id(), now);
    }
    return explained;
  }

  private Optional<Explanation> explanation(
      Frame endpoint, Incident incident, long nowMillis, Consumer<Explanation> fresh)
      throws Exception {
    String id = incident.id();
    Optional<Sides> sides = sides(incident, nowMillis);
    if (incident.status() == Incident.Status.RESOLVED) {
      open.remove(id);
      latest.remove(id);
      if (!incident.reason().equals(Optional.of(Incident.EndReason.ACCEPTED))) {
        history.forget(
            new Period(incident.sinceMillis() - rules.changePaneMillis(), incident.endMillis()));
      }
      return sides.flatMap(known -> explain(endpoint, known.before(), known.highest()));
    }
    if (!latest.containsKey(id)) {
      Optional<Explanation> explanation =
          sides.flatMap(known -> explain(endpoint, known.before(), known.latest()));
      explanation.ifPresent(fresh);
      if (sides.isPresent()) {
        latest.put(id, explanation);
      }
      return explanation;
    }
    return latest.get(id);
  }

  private Optional<Explanation> explain(Frame endpoint, Side before, Side after) {
    return explainer.explain(
        endpoint,
        before.period(),
        before.requests().requests(),
        after.period(),
        after.requests().requests());
  }

  private Optional<Sides> sides(Incident incident, long nowMillis) throws Exception {
    Optional<Sides> known = Optional.ofNullable(open.get(incident.id()));
    long slide = Math.floorDiv(nowMillis, rules.slideMillis()) * rules.slideMillis();
    boolean ended = incident.status() == Incident.Status.RESOLVED;
    if (known.isPresent() && (ended || known.get().atMillis() == slide)) {
      return known;
    }
    long began = incident.sinceMillis() - rules.changePaneMillis();
    Optional<Side> after = history.after(began, slide).map(Side::of);
    Optional<Side> before =
        known.isPresent() ? known.map(Sides::before) : history.before(began).map(Side::of);
    if (after.isEmpty() || before.isEmpty()) {
      return known;
    }
    long nanos = incident.contributionNanos();
    Sides now =
        known
            .map(sides -> sides.with(slide, after.get(), nanos))
            .orElseGet(() -> Sides.first(slide, before.get(), after.get(), nanos));
    open.put(incident.id(), now);
    latest.remove(incident.id());
    return Optional.of(now);
  }

  void clear() throws Exception {
    for (String id : open.keys()) {
      latest.remove(id);
    }
    open.clear();
    listed.clear();
  }
}
