package io.tracemill.store.change;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.callingcontext.TreeDifference;
import io.tracemill.analysis.callingcontext.TreeDifference.Change;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.comparison.Comparison;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.IncidentRecords;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.analysis.record.ChangeRecord;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.ChangedSteps;
import io.tracemill.analysis.view.estimate.Basis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The result of a comparison. Its last three lists are records as of the job's streams.
 *
 * @param summary a sentence
 * @param paneMillis length of the panes that were compared
 */
public record ComparisonAnswer(
    Comparison.Verdict verdict,
    String summary,
    long paneMillis,
    Cohort before,
    Cohort after,
    List<Endpoint> endpoints,
    List<IncidentRecord> incidents,
    List<MutationRecord> mutations,
    List<ChangeRecord> changes) {
  private static final double PERCENT = 100;

  public ComparisonAnswer {
    endpoints = List.copyOf(endpoints);
    incidents = List.copyOf(incidents);
    mutations = List.copyOf(mutations);
    changes = List.copyOf(changes);
  }

  /**
   * One side of the comparison.
   *
   * @param cohort its name, such as a range of time
   * @param requests number of complete requests that were counted
   * @param basis the requests that these stand for; absent if every request was counted
   */
  public record Cohort(
      String cohort, long startMillis, long endMillis, long requests, Optional<Basis> basis) {
    private static Cohort of(Cohorts cohorts, CohortPart part) {
      Cohorts.Side side = cohorts.side(part);
      return new Cohort(
          cohorts.split().nameOf(part),
          side.time().startMillis(),
          side.time().endMillis(),
          side.requestCount(),
          side.basis());
    }
  }

  /**
   * An endpoint of either side.
   *
   * @param notCompared why it was not compared, if so
   * @param tree the call trees of both sides; a node precedes its descendants
   * @param steps the call paths whose own time surely changed, the largest change first
   * @param differences rules that tell the slow requests of both sides apart, the most accurate
   *     first; none unless a step changed
   */
  public record Endpoint(
      Frame endpoint,
      long beforeRequests,
      long afterRequests,
      Optional<String> notCompared,
      List<Node> tree,
      List<Step> steps,
      List<IncidentRecord.Difference> differences) {
    private static Endpoint of(Comparison.Endpoint endpoint, Cohorts cohorts, CohortSteps changed) {
      TreeDifference difference = cohorts.difference(endpoint.endpoint());
      List<Step> steps =
          endpoint.doubt().isPresent()
              ? List.of()
              : Step.of(changed.of(cohorts, endpoint.endpoint()));
      return new Endpoint(
          endpoint.endpoint(),
          endpoint.before(),
          endpoint.after(),
          endpoint.doubt(),
          difference.nodes().stream().map(node -> Node.of(node, difference.request())).toList(),
          steps,
          steps.isEmpty()
              ? List.of()
              : changed.differences(cohorts, endpoint.endpoint()).rules().stream()
                  .map(IncidentRecords::difference)
                  .toList());
    }
  }

  /**
   * A step of the critical path that surely changed (semantics 8.5).
   *
   * @param path from the first call to this one
   * @param beforeNanos mean own time a request
   * @param qValue the rate of false discoveries among steps with at most this value
   */
  public record Step(
      List<PathStep> path,
      double beforeNanos,
      double afterNanos,
      double deltaNanos,
      double pValue,
      double qValue) {
    public Step {
      path = List.copyOf(path);
    }

    /** The steps that surely changed, the largest change first. */
    private static List<Step> of(ChangedSteps changed) {
      List<Step> steps = new ArrayList<>();
      for (ChangedSteps.Step step : changed.steps()) {
        if (step.test().isSure()) {
          List<PathStep> path = new ArrayList<>();
          ChangedSteps.Step at = step;
          path.add(at.step());
          while (at.parent() >= 0) {
            at = changed.steps().get(at.parent());
            path.add(0, at.step());
          }
          steps.add(
              new Step(
                  path,
                  step.beforeNanos().value(),
                  step.afterNanos().value(),
                  step.deltaNanos(),
                  step.test().pValue().orElseThrow(),
                  step.test().qValue().orElseThrow()));
        }
      }
      steps.sort(Comparator.comparingDouble(step -> -Math.abs(step.deltaNanos)));
      return steps;
    }
  }

  /**
   * A call path in both sides.
   *
   * @param parent index of the node above; -1 without one
   * @param callee the service that an edge leads to
   * @param exclusive its own time
   * @param inclusive its time with that of its descendants
   */
  public record Node(
      int parent,
      String service,
      String operation,
      Optional<String> callee,
      Times exclusive,
      Times inclusive) {
    private static Node of(TreeDifference.Node node, Change request) {
      return new Node(
          node.parent(),
          node.step().frame().service(),
          node.step().frame().operation(),
          node.step().callee(),
          Times.of(node.own(), request),
          Times.of(node.total(), request));
    }
  }

  /**
   * Mean nanoseconds a request.
   *
   * @param deltaPercent of the time before, if that was not 0
   * @param share the added time divided by the time of a whole request before
   */
  public record Times(
      long beforeNanos,
      long afterNanos,
      long deltaNanos,
      OptionalDouble deltaPercent,
      double share) {
    private static Times of(Change change, Change request) {
      OptionalDouble ratio = change.ratio();
      return new Times(
          change.beforeNanos(),
          change.afterNanos(),
          change.deltaNanos(),
          ratio.isPresent() ? OptionalDouble.of(PERCENT * ratio.getAsDouble()) : ratio,
          change.shareOf(request));
    }
  }

  /**
   * The answer of a comparison.
   *
   * @param steps of the endpoints that were compared
   * @param traceLink the template of links to traces
   */
  public static ComparisonAnswer of(
      Comparison comparison, Cohorts cohorts, CohortSteps steps, String traceLink) {
    List<IncidentRecord> incidents = new ArrayList<>();
    List<MutationRecord> mutations = new ArrayList<>();
    for (ExplainedIncident each : comparison.incidents()) {
      incidents.add(IncidentRecords.incident(each, IncidentSentence.ofCohorts(each), traceLink));
    }
    comparison.explained().forEach(each -> mutations.addAll(IncidentRecords.mutations(each)));
    comparison.unjudged().forEach(why -> mutations.addAll(IncidentRecords.mutations(why)));
    return new ComparisonAnswer(
        comparison.verdict(),
        comparison.sentence(),
        cohorts.paneMillis(),
        Cohort.of(cohorts, CohortPart.BASELINE),
        Cohort.of(cohorts, CohortPart.PROBLEM),
        comparison.endpoints().stream().map(each -> Endpoint.of(each, cohorts, steps)).toList(),
        incidents,
        mutations,
        comparison.compared().stream()
            .flatMap(endpoint -> endpoint.explanation().stream())
            .map(IncidentRecords::change)
            .toList());
  }
}
