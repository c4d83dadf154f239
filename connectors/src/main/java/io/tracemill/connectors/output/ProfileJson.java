package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.profile.EndpointProfile.Evidence;
import io.tracemill.analysis.profile.EndpointProfile.Exemplar;
import io.tracemill.analysis.profile.EndpointProfile.Failure;
import io.tracemill.analysis.profile.EndpointProfile.Latency;
import io.tracemill.analysis.profile.EndpointProfile.LatencyClass;
import io.tracemill.analysis.span.TraceId;
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
    ProfileTrees trees = ProfileTrees.of(profile, limits.maxDepth());
    // Most profiles are far smaller than a record may be, and to know just how much takes time.
    if (trees.roughBytes() <= limits.maxBytes()) {
      byte[] whole = value(profile, trees);
      if (whole.length <= limits.maxBytes()) {
        return whole;
      }
    }
    int bytesWithoutTrees =
        buffer.measure(json -> write(json, profile, ProfileTrees.none(profile)));
    return value(profile, trees.within(limits.maxBytes() - bytesWithoutTrees));
  }

  private byte[] value(EndpointProfile profile, ProfileTrees trees) {
    return buffer.write(json -> write(json, profile, trees));
  }

  private static void write(JsonGenerator json, EndpointProfile profile, ProfileTrees trees)
      throws IOException {
    json.writeStartObject();
    FieldJson.window(json, profile.startMillis(), profile.endMillis());
    FieldJson.endpoint(json, profile.endpoint());
    json.writeNumberField("traceCount", profile.traceCount());
    writeErrors(json, profile.errors(), profile.traceCount());
    writeLatency(json, profile.latency());
    writeEvidence(json, profile.evidence());
    json.writeFieldName("tree");
    TreeJson.write(json, trees.all());
    writeClasses(json, profile.classes(), trees.classes());
    writeExemplars(json, profile.exemplars());
    writeFailures(json, profile.failures());
    json.writeEndObject();
  }

  private static void writeErrors(JsonGenerator json, long errors, long traces) throws IOException {
    json.writeNumberField("errors", errors);
    FieldJson.ratio(json, "errorRatio", (double) errors / traces);
  }

  private static void writeFailures(JsonGenerator json, List<Failure> failures) throws IOException {
    json.writeArrayFieldStart("failures");
    for (Failure failure : failures) {
      json.writeStartObject();
      if (failure.place() instanceof Place.Edge edge) {
        json.writeStringField("service", WellFormed.text(edge.caller()));
        json.writeStringField("callee", WellFormed.text(edge.callee()));
      } else if (failure.place() instanceof Place.Operation operation) {
        FieldJson.frame(json, operation.frame().service(), operation.frame().operation());
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
    // Requests that all took no time have no share, and JSON has no NaN.
    if (Double.isFinite(evidence.clippedShare())) {
      json.writeNumberField("clippedShare", evidence.clippedShare());
    }
    json.writeNumberField("categories", evidence.categories());
    json.writeEndObject();
  }

  private static void writeClasses(
      JsonGenerator json, List<LatencyClass> classes, List<CallTree> trees) throws IOException {
    json.writeArrayFieldStart("classes");
    for (int i = 0; i < classes.size(); i++) {
      LatencyClass latencyClass = classes.get(i);
      json.writeStartObject();
      json.writeStringField("name", latencyClass.name());
      json.writeNumberField("fromNanos", latencyClass.fromNanos());
      json.writeNumberField("toNanos", latencyClass.toNanos());
      json.writeNumberField("traces", latencyClass.traces());
      json.writeNumberField("sampledTraces", latencyClass.sampledTraces());
      json.writeFieldName("tree");
      TreeJson.write(json, trees.get(i));
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
