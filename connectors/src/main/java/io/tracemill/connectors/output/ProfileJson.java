package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.errorcost.ErrorCost;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.profile.EndpointProfile.Evidence;
import io.tracemill.analysis.profile.EndpointProfile.Exemplar;
import io.tracemill.analysis.profile.EndpointProfile.Failure;
import io.tracemill.analysis.profile.EndpointProfile.Latency;
import io.tracemill.analysis.profile.EndpointProfile.LatencyClass;
import io.tracemill.analysis.profile.EndpointProfile.TreeNode;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.JsonBuffer;
import io.tracemill.connectors.json.Room;
import io.tracemill.connectors.json.TreeJson;
import io.tracemill.connectors.json.TreeJson.Counted;
import io.tracemill.connectors.json.WellFormed;
import java.io.IOException;
import java.util.List;

/** Writes rolling profiles for {@link ResultStream#PROFILES}. One instance serves one thread. */
public final class ProfileJson {
  private final JsonBuffer buffer = new JsonBuffer();
  private final RecordLimits limits;

  public ProfileJson(RecordLimits limits) {
    this.limits = limits;
  }

  /** The record of one endpoint and window; its timestamp is the window's end. */
  public ResultRecord record(EndpointProfile profile) {
    return new ResultRecord(
        ResultStream.PROFILES, key(profile), value(profile), profile.endMillis());
  }

  /** Service NUL operation NUL start of the window in milliseconds. */
  private static byte[] key(EndpointProfile profile) {
    return WellFormed.key(
        profile.endpoint().service(),
        profile.endpoint().operation(),
        Long.toString(profile.startMillis()));
  }

  private byte[] value(EndpointProfile profile) {
    int nodes = profile.tree().size();
    for (LatencyClass latencyClass : profile.classes()) {
      nodes = Math.max(nodes, latencyClass.tree().size());
    }
    return buffer.write(
        limits.maxBytes(),
        TreeJson.nodesToTry(nodes, limits.maxBytes()),
        (json, room) -> write(json, profile, room));
  }

  private void write(JsonGenerator json, EndpointProfile profile, Room room) throws IOException {
    json.writeStartObject();
    FieldJson.window(json, profile.startMillis(), profile.endMillis());
    FieldJson.frame(json, "endpoint", profile.endpoint(), room);
    json.writeNumberField("traceCount", profile.traceCount());
    writeErrors(json, profile.errors(), profile.traceCount());
    writeLatency(json, profile.latency());
    writeEvidence(json, profile.evidence());
    writeTree(json, profile.tree(), room);
    writeClasses(json, profile.classes(), room);
    writeExemplars(json, room.of(profile.exemplars()));
    writeFailures(json, room.of(profile.failures()), room);
    if (profile.errorCost().requests() > 0) {
      writeErrorCost(json, profile.errorCost(), room);
    }
    json.writeEndObject();
  }

  private void writeTree(JsonGenerator json, List<? extends TreeNode> tree, Room room)
      throws IOException {
    json.writeFieldName("tree");
    TreeJson.write(json, tree, Counted.TRACES, limits.maxDepth(), room);
  }

  private static void writeErrors(JsonGenerator json, long errors, long traces) throws IOException {
    json.writeNumberField("errors", errors);
    FieldJson.ratio(json, "errorRatio", (double) errors / traces);
  }

  private static void writeErrorCost(JsonGenerator json, ErrorCost cost, Room room)
      throws IOException {
    json.writeObjectFieldStart("errorCost");
    json.writeNumberField("requests", cost.requests());
    json.writeNumberField("workNanos", cost.workNanos());
    json.writeNumberField("erringWorkNanos", cost.erringWorkNanos());
    json.writeNumberField("savedNanos", cost.savedNanos());
    json.writeArrayFieldStart("path");
    for (ErrorCost.Node node : room.of(cost.path())) {
      json.writeStartObject();
      json.writeNumberField("parent", node.parent());
      FieldJson.frame(json, node.frame(), room);
      json.writeNumberField("self", node.self());
      json.writeNumberField("propagated", node.propagated());
      json.writeNumberField("stopped", node.stopped());
      json.writeNumberField("exclusiveNanos", node.exclusiveNanos());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeFailures(JsonGenerator json, List<Failure> failures, Room room)
      throws IOException {
    json.writeArrayFieldStart("failures");
    for (Failure failure : failures) {
      json.writeStartObject();
      if (failure.place() instanceof Place.Edge edge) {
        json.writeStringField("service", room.name(edge.caller()));
        json.writeStringField("callee", room.name(edge.callee()));
      } else if (failure.place() instanceof Place.Operation operation) {
        FieldJson.frame(json, operation.frame(), room);
      }
      json.writeNumberField("traces", failure.traces());
      writeErrors(json, failure.errors(), failure.traces());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeLatency(JsonGenerator json, Latency latency) throws IOException {
    json.writeObjectFieldStart("latencyNanos");
    json.writeNumberField("mean", latency.mean());
    json.writeNumberField("p50", latency.p50());
    json.writeNumberField("p90", latency.p90());
    json.writeNumberField("p95", latency.p95());
    json.writeNumberField("p99", latency.p99());
    json.writeNumberField("max", latency.max());
    json.writeEndObject();
  }

  private static void writeEvidence(JsonGenerator json, Evidence evidence) throws IOException {
    json.writeObjectFieldStart("evidence");
    json.writeNumberField("incomplete", evidence.incomplete());
    json.writeNumberField("truncated", evidence.truncated());
    json.writeNumberField("corrected", evidence.corrected());
    json.writeNumberField("skewNanos", evidence.skewNanos());
    json.writeNumberField("clippedNanos", evidence.clippedNanos());
    // If all requests took no time, the share is NaN, which JSON lacks.
    if (Double.isFinite(evidence.clippedShare())) {
      json.writeNumberField("clippedShare", evidence.clippedShare());
    }
    json.writeNumberField("categories", evidence.categories());
    json.writeEndObject();
  }

  private void writeClasses(JsonGenerator json, List<LatencyClass> classes, Room room)
      throws IOException {
    json.writeArrayFieldStart("classes");
    for (LatencyClass latencyClass : classes) {
      json.writeStartObject();
      json.writeStringField("name", latencyClass.name());
      json.writeNumberField("fromNanos", latencyClass.fromNanos());
      json.writeNumberField("toNanos", latencyClass.toNanos());
      json.writeNumberField("traces", latencyClass.traces());
      json.writeNumberField("sampledTraces", latencyClass.sampledTraces());
      writeTree(json, latencyClass.tree(), room);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeExemplars(JsonGenerator json, List<Exemplar> exemplars)
      throws IOException {
    json.writeArrayFieldStart("exemplars");
    for (Exemplar exemplar : exemplars) {
      json.writeStartObject();
      json.writeStringField("traceId", exemplar.traceId().hex());
      json.writeStringField("spanId", TraceId.spanIdHex(exemplar.spanId()));
      json.writeNumberField("durationNanos", exemplar.durationNanos());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
