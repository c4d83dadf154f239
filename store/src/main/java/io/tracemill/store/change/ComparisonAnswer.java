package io.tracemill.store.change;

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
import java.util.ArrayList;
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
   */
  public record Cohort(String cohort, long startMillis, long endMillis, long requests) {
    private static Cohort of(Cohorts cohorts, CohortPart part) {
      Cohorts.Side side = cohorts.side(part);
      return new Cohort(
          cohorts.split().nameOf(part),
          side.time().startMillis(),
          side.time().endMillis(),
          side.requestCount());
    }
  }

  /**
   * An endpoint of either side.
   *
   * @param notCompared why it was not compared, if so
   * @param tree the call trees of both sides; a node precedes its descendants
   */
  public record Endpoint(
      Frame endpoint,
      long beforeRequests,
      long afterRequests,
      Optional<String> notCompared,
      List<Node> tree) {
    private static Endpoint of(Comparison.Endpoint endpoint, TreeDifference difference) {
      return new Endpoint(
          endpoint.endpoint(),
          endpoint.before(),
          endpoint.after(),
          endpoint.doubt(),
          difference.nodes().stream().map(node -> Node.of(node, difference.request())).toList());
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
   * @param traceLink the template of links to traces
   */
  public static ComparisonAnswer of(Comparison comparison, Cohorts cohorts, String traceLink) {
    List<IncidentRecord> incidents = new ArrayList<>();
    List<MutationRecord> mutations = new ArrayList<>();
    for (ExplainedIncident each : comparison.incidents()) {
      incidents.add(IncidentRecords.incident(each, IncidentSentence.ofCohorts(each), traceLink));
      mutations.addAll(IncidentRecords.mutations(each));
    }
    return new ComparisonAnswer(
        comparison.verdict(),
        comparison.sentence(),
        cohorts.paneMillis(),
        Cohort.of(cohorts, CohortPart.BASELINE),
        Cohort.of(cohorts, CohortPart.PROBLEM),
        comparison.endpoints().stream()
            .map(each -> Endpoint.of(each, cohorts.difference(each.endpoint())))
            .toList(),
        incidents,
        mutations,
        comparison.compared().stream()
            .flatMap(endpoint -> endpoint.explanation().stream())
            .map(IncidentRecords::change)
            .toList());
  }
}
