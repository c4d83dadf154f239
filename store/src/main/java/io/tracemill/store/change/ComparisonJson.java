package io.tracemill.store.change;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.callingcontext.TreeDifference;
import io.tracemill.analysis.callingcontext.TreeDifference.Change;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.comparison.Comparison;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.IncidentRecords;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.ResultWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the result of a comparison as records of the job's streams and as one JSON document. */
public final class ComparisonJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<ResultStream> STREAMS =
      List.of(ResultStream.INCIDENTS, ResultStream.MUTATIONS, ResultStream.CHANGES);

  private ComparisonJson() {}

  /**
   * The records by stream.
   *
   * @param traceLink the template of links to traces
   */
  public static Map<ResultStream, List<ResultRecord>> records(
      Comparison comparison, RecordLimits limits, String traceLink) {
    ResultWriter writer = new ResultWriter(limits);
    List<ResultRecord> incidents = new ArrayList<>();
    List<ResultRecord> mutations = new ArrayList<>();
    for (ExplainedIncident each : comparison.incidents()) {
      String sentence = IncidentSentence.ofCohorts(each);
      long time = each.incident().endMillis();
      incidents.add(writer.write(IncidentRecords.incident(each, sentence, traceLink), time));
      IncidentRecords.mutations(each).forEach(one -> mutations.add(writer.write(one, time)));
    }
    List<ResultRecord> changes =
        comparison.compared().stream()
            .flatMap(endpoint -> endpoint.explanation().stream())
            .map(why -> writer.write(IncidentRecords.change(why), why.window().endMillis()))
            .toList();
    return new TreeMap<>(
        Map.of(
            ResultStream.INCIDENTS,
            incidents,
            ResultStream.MUTATIONS,
            mutations,
            ResultStream.CHANGES,
            changes));
  }

  /**
   * The document: {@code {verdict, summary, paneMillis, before, after, endpoints, incidents,
   * mutations, changes}}; the last three hold records. Each endpoint has a differential tree.
   */
  public static String of(
      Comparison comparison, Cohorts cohorts, Map<ResultStream, List<ResultRecord>> records)
      throws IOException {
    ObjectNode document = JSON.createObjectNode();
    document.put("verdict", comparison.verdict().label());
    document.put("summary", comparison.sentence());
    document.put("paneMillis", cohorts.paneMillis());
    document.set("before", cohort(cohorts, CohortPart.BASELINE));
    document.set("after", cohort(cohorts, CohortPart.PROBLEM));
    ArrayNode endpoints = document.putArray("endpoints");
    comparison
        .endpoints()
        .forEach(
            endpoint -> endpoints.add(endpoint(endpoint, cohorts.difference(endpoint.endpoint()))));
    for (ResultStream stream : STREAMS) {
      ArrayNode array = document.putArray(stream.label());
      for (ResultRecord record : records.getOrDefault(stream, List.of())) {
        array.add(JSON.readTree(record.value()));
      }
    }
    return JSON.writeValueAsString(document);
  }

  private static ObjectNode cohort(Cohorts cohorts, CohortPart part) {
    Cohorts.Side side = cohorts.side(part);
    return JSON.createObjectNode()
        .put("cohort", cohorts.split().nameOf(part))
        .put("startMillis", side.time().startMillis())
        .put("endMillis", side.time().endMillis())
        .put("requests", side.requestCount());
  }

  private static ObjectNode endpoint(Comparison.Endpoint endpoint, TreeDifference difference) {
    ObjectNode json = JSON.createObjectNode();
    json.putObject("endpoint")
        .put("service", endpoint.endpoint().service())
        .put("operation", endpoint.endpoint().operation());
    json.put("beforeRequests", endpoint.before());
    json.put("afterRequests", endpoint.after());
    endpoint.doubt().ifPresent(why -> json.put("notCompared", why));
    ArrayNode tree = json.putArray("tree");
    difference.nodes().forEach(node -> tree.add(node(node, difference.request())));
    return json;
  }

  /** A call path in both cohorts; times are mean nanoseconds a request. */
  private static ObjectNode node(TreeDifference.Node node, Change request) {
    ObjectNode json = JSON.createObjectNode();
    json.put("parent", node.parent());
    json.put("service", node.step().frame().service());
    json.put("operation", node.step().frame().operation());
    node.step().callee().ifPresent(callee -> json.put("callee", callee));
    change(json.putObject("exclusive"), node.own(), request);
    change(json.putObject("inclusive"), node.total(), request);
    return json;
  }

  private static void change(ObjectNode json, Change change, Change request) {
    json.put("beforeNanos", change.beforeNanos());
    json.put("afterNanos", change.afterNanos());
    json.put("deltaNanos", change.deltaNanos());
    change.ratio().ifPresent(ratio -> json.put("deltaPercent", 100 * ratio));
    json.put("share", change.shareOf(request));
  }
}
