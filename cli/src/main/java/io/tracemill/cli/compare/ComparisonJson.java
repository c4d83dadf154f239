package io.tracemill.cli.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.util.List;

/**
 * A comparison as one JSON document: {@code {verdict, summary, paneMillis, before, after,
 * endpoints, incidents, mutations, changes}}; the last three hold records as the job's streams have
 * them.
 */
final class ComparisonJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ComparisonJson() {}

  static String of(Comparison comparison, Cohorts cohorts, ComparisonRecords records)
      throws IOException {
    ObjectNode document = JSON.createObjectNode();
    document.put("verdict", comparison.verdict().label());
    document.put("summary", comparison.sentence());
    document.put("paneMillis", comparison.split().sliceMillis());
    document.set("before", cohort(cohorts, CohortPart.BASELINE));
    document.set("after", cohort(cohorts, CohortPart.PROBLEM));
    ArrayNode endpoints = document.putArray("endpoints");
    comparison.endpoints().forEach(endpoint -> endpoints.add(endpoint(endpoint)));
    document.set("incidents", array(records.of(ResultStream.INCIDENTS)));
    document.set("mutations", array(records.of(ResultStream.MUTATIONS)));
    document.set("changes", array(records.of(ResultStream.CHANGES)));
    return JSON.writeValueAsString(document);
  }

  private static ObjectNode cohort(Cohorts cohorts, CohortPart part) {
    Period period = cohorts.split().periodOf(part);
    ObjectNode cohort = JSON.createObjectNode();
    cohort.put("cohort", CohortOptions.cohort(cohorts.split(), part));
    cohort.put("startMillis", period.startMillis());
    cohort.put("endMillis", period.endMillis());
    cohort.put("requests", cohorts.side(part).requestCount());
    return cohort;
  }

  private static ObjectNode endpoint(ComparedEndpoint endpoint) {
    ObjectNode json = JSON.createObjectNode();
    json.putObject("endpoint")
        .put("service", endpoint.endpoint().service())
        .put("operation", endpoint.endpoint().operation());
    json.put("beforeRequests", endpoint.before());
    json.put("afterRequests", endpoint.after());
    endpoint.doubt().ifPresent(why -> json.put("notCompared", why));
    return json;
  }

  private static ArrayNode array(List<ResultRecord> records) throws IOException {
    ArrayNode array = JSON.createArrayNode();
    for (ResultRecord record : records) {
      array.add(JSON.readTree(record.value()));
    }
    return array;
  }
}
