package io.tracemill.console.feed;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.record.DurationCounts;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.output.PartialRecord;
import io.tracemill.connectors.output.ResultStream;

/** Records of the job's streams with the fields that the console reads. */
public final class TestRecords {
  public static final Frame BUY = Frame.of("shop", "buy");
  public static final Frame PAY = Frame.of("bank", "pay");
  public static final long MINUTE = 60_000;

  private TestRecords() {}

  /** A record as it is published. */
  public record Result(ResultStream stream, String key, String text, ObjectNode json) {}

  /** Adds records to a picture. */
  public static void accept(Picture picture, Result... results) {
    for (Result result : results) {
      if (!picture.accept(result.stream(), result.key(), result.text())) {
        throw new IllegalArgumentException(result.text());
      }
    }
  }

  /**
   * A profile of a minute: requests of 10 to 90 ms, with a tenth of the time on the way to bank.
   */
  public static Result profile(Frame endpoint, long endMillis, long traces) {
    ObjectNode profile = windowed(endpoint, endMillis);
    profile.put("traceCount", traces).put("errors", traces / 10).put("errorRatio", 0.1);
    profile
        .putObject("latencyNanos")
        .put("mean", 50_000_000)
        .put("p50", 40_000_000)
        .put("p90", 60_000_000)
        .put("p95", 70_000_000)
        .put("p99", 80_000_000)
        .put("max", 90_000_000);
    profile.putArray("exemplars");
    ArrayNode tree = profile.putArray("tree");
    node(tree, -1, endpoint, 1_000, 600);
    node(tree, 0, endpoint, 400, 100).put("callee", "bank");
    node(tree, 1, PAY, 300, 300);
    return result(ResultStream.PROFILES, key(endpoint, endMillis), profile);
  }

  /** The same with the requests of its last 10 seconds, each of 30 ms, and an exemplar. */
  public static Result slide(Frame endpoint, long endMillis, long requests, long failed) {
    ObjectNode profile = profile(endpoint, endMillis, 60).json();
    ObjectNode newest = profile.putObject("newest");
    newest.putObject("time").put("startMillis", endMillis - 10_000).put("endMillis", endMillis);
    newest.put("requests", requests).put("errors", failed);
    durations(newest.putObject("durations"), requests);
    profile
        .putArray("exemplars")
        .addObject()
        .put("traceId", "0123456789abcdef0123456789abcdef")
        .put("spanId", "0123456789abcdef")
        .put("durationNanos", 30_000_000);
    return result(ResultStream.PROFILES, key(endpoint, endMillis), profile);
  }

  /** Calls of 30 ms between services, all in the last 10 seconds of a minute. */
  public static Result calls(String caller, String callee, long endMillis, long calls) {
    ObjectNode edge = JsonNodeFactory.instance.objectNode();
    edge.putObject("window").put("startMillis", endMillis - MINUTE).put("endMillis", endMillis);
    edge.put("caller", caller)
        .put("callee", callee)
        .put("requests", calls)
        .put("failed", calls / 4);
    edge.putObject("latencyNanos").put("mean", 30_000_000);
    ObjectNode newest = edge.putObject("newest");
    newest.putObject("time").put("startMillis", endMillis - 10_000).put("endMillis", endMillis);
    newest.put("requests", calls).put("failed", calls / 4);
    durations(newest.putObject("durations"), calls);
    return result(ResultStream.DEPENDENCIES, caller + "\0" + callee + "\0" + endMillis, edge);
  }

  private static void durations(ObjectNode durations, long calls) {
    durations.put("sumNanos", 30_000_000 * calls);
    ArrayNode atMost = durations.putArray("atMost");
    DurationCounts.BOUNDS_NANOS.forEach(bound -> atMost.add(bound < 30_000_000 ? 0 : calls));
  }

  /** Adds a node to a call tree. */
  public static ObjectNode node(
      ArrayNode tree, int parent, Frame frame, long inclusiveNanos, long exclusiveNanos) {
    return tree.addObject()
        .put("parent", parent)
        .put("service", frame.service())
        .put("operation", frame.operation())
        .put("traces", 1)
        .put("inclusiveNanos", inclusiveNanos)
        .put("exclusiveNanos", exclusiveNanos);
  }

  /** A deployment of v2, with a verdict if one is given. */
  public static Result deployment(
      String service, long sinceMillis, long judgedMillis, double share, String outcome) {
    ObjectNode record = JsonNodeFactory.instance.objectNode();
    record
        .put("service", service)
        .put("attribute", "service.version")
        .put("before", "v1")
        .put("after", "v2")
        .put("sinceMillis", sinceMillis)
        .put("judgedMillis", judgedMillis)
        .put("share", share)
        .put("ended", false);
    if (!outcome.isEmpty()) {
      ObjectNode verdict = record.putObject("verdict").put("outcome", outcome);
      verdict.put("atMillis", judgedMillis);
      side(verdict.putObject("before"), 2_100, 12_000_000);
      side(verdict.putObject("after"), 510, 42_000_000);
    }
    return result(ResultStream.DEPLOYMENTS, "%s\0v2\0%d".formatted(service, sinceMillis), record);
  }

  private static void side(ObjectNode side, long requests, long latencyNanos) {
    side.put("requests", requests).put("latencyNanos", latencyNanos).put("failedShare", 0.01);
  }

  /** A firing incident of {@link #BUY}, with what stack samples say about its hosts. */
  public static Result incident(String id, long millis, String... stacks) {
    ObjectNode incident = incidentNode(id, "page", 1, millis, millis);
    ArrayNode sentences = incident.putArray("stacks");
    for (String sentence : stacks) {
      sentences.add(sentence);
    }
    return result(ResultStream.INCIDENTS, id, incident);
  }

  /** A page of {@link #BUY} that fires and is muted. */
  public static Result mutedIncident(String id, String owner, String reason, long millis) {
    ObjectNode incident = incidentNode(id, "page", 1, millis, millis);
    return result(ResultStream.INCIDENTS, id, incident.put("owner", owner).put("muted", reason));
  }

  /** An incident of {@link #BUY}; it fires if its rank is not 0. */
  public static Result incident(
      String id, String severity, int rank, long sinceMillis, long judgedMillis) {
    return result(
        ResultStream.INCIDENTS, id, incidentNode(id, severity, rank, sinceMillis, judgedMillis));
  }

  private static ObjectNode incidentNode(
      String id, String severity, int rank, long sinceMillis, long judgedMillis) {
    ObjectNode incident = JsonNodeFactory.instance.objectNode();
    incident.put("id", id).put("status", rank == 0 ? "resolved" : "firing");
    incident.put("severity", severity).put("rank", rank);
    incident.put("sinceMillis", sinceMillis).put("judgedMillis", judgedMillis);
    incident.put("summary", "bank became slower");
    incident.putArray("endpoints").add(frame(BUY));
    return incident;
  }

  /** A mutation of {@link #BUY}. */
  public static Result mutation(String id, String incident) {
    ObjectNode mutation = JsonNodeFactory.instance.objectNode();
    mutation.put("id", id).put("incident", incident).put("status", "firing");
    mutation.set("endpoint", frame(BUY));
    return result(ResultStream.MUTATIONS, id, mutation);
  }

  /** The accounts of an endpoint, with a state of its watch. */
  public static Result watch(Frame endpoint, long endMillis, String state) {
    ObjectNode quality = windowed(endpoint, endMillis).put("scope", "endpoint");
    quality.putObject("watch").put("state", state).put("reason", "few-requests");
    return result(ResultStream.QUALITY, key(endpoint, endMillis), quality);
  }

  /** The accounts of the job. */
  public static Result jobQuality(long endMillis) {
    ObjectNode quality = JsonNodeFactory.instance.objectNode().put("scope", "job");
    window(quality, endMillis);
    quality.putObject("incidents").put("open", 1);
    return result(ResultStream.QUALITY, "job" + endMillis, quality);
  }

  /** What stack samples say about a span on one host; an empty incident is none. */
  public static Result stacks(Frame span, long endMillis, String verdict, String incident) {
    ObjectNode stacks = JsonNodeFactory.instance.objectNode();
    window(stacks, endMillis);
    stacks.set("span", frame(span));
    stacks.put("verdict", verdict).put("summary", verdict + " of " + span.service());
    stacks.putArray("hosts").addObject().put("host", "node-1").put("spans", 9).put("slowSpans", 3);
    stacks.putObject("heat").putArray("rows");
    stacks.putObject("flame").putArray("fast");
    stacks.withObjectProperty("flame").putArray("slow");
    stacks.putArray("features");
    if (!incident.isEmpty()) {
      stacks.put("incidentId", incident);
    }
    return result(ResultStream.STACK_EXPLANATIONS, key(span, endMillis) + "\0" + incident, stacks);
  }

  /** A request that is unlike the others: it spends 412 ms in bank, which takes 12 ms else. */
  public static Result anomaly(Frame endpoint, String traceId, long startMillis) {
    ObjectNode anomaly = JsonNodeFactory.instance.objectNode();
    anomaly.put("traceId", traceId).set("endpoint", frame(endpoint));
    anomaly.put("startNanos", startMillis * 1_000_000).put("durationNanos", 450_000_000);
    anomaly.put("reason", "score").put("detector", "nearest").put("score", 9).put("pValue", 1e-5);
    ObjectNode path = anomaly.putArray("paths").addObject();
    path.putArray("path").add(frame(endpoint)).add(frame(PAY));
    path.put("seenNanos", 412_000_000).put("expectedNanos", 12_000_000).put("surprise", 7.5);
    anomaly.putObject("model").put("id", "m").put("trainedMillis", startMillis - MINUTE);
    return result(ResultStream.ANOMALIES, traceId, anomaly);
  }

  /** A record of any stream about an endpoint. */
  public static Result record(ResultStream stream, Frame endpoint, long endMillis, String text) {
    return result(
        stream, key(endpoint, endMillis), windowed(endpoint, endMillis).put("text", text));
  }

  /** A record of a stream without endpoints. */
  public static Result record(ResultStream stream, long endMillis, String key, String text) {
    ObjectNode record = JsonNodeFactory.instance.objectNode().put("text", text);
    window(record, endMillis);
    return result(stream, key, record);
  }

  private static ObjectNode windowed(Frame endpoint, long endMillis) {
    ObjectNode record = JsonNodeFactory.instance.objectNode();
    window(record, endMillis);
    record.set("endpoint", frame(endpoint));
    return record;
  }

  private static void window(ObjectNode record, long endMillis) {
    record.putObject("window").put("startMillis", endMillis - MINUTE).put("endMillis", endMillis);
  }

  private static ObjectNode frame(Frame frame) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("service", frame.service())
        .put("operation", frame.operation());
  }

  private static String key(Frame endpoint, long endMillis) {
    return endpoint.service() + "\0" + endpoint.operation() + "\0" + endMillis;
  }

  /** A record of this JSON. */
  public static Result result(ResultStream stream, String key, ObjectNode json) {
    return new Result(stream, key, PartialRecord.complete(stream, json), json);
  }
}
