package io.tracemill.connectors.jaeger;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.HostKeys;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.encoding.RequestReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Reads one element of a document's {@code data} array whole: processes as resources, references as
 * parent and links, logs as events, and the tags that stand for OTLP's fields as these.
 */
public final class JaegerTraceJsonReader implements RequestReader {
  private final JsonInput json = new JsonInput();
  private final JaegerTagReader tags = new JaegerTagReader(json);
  private final JaegerSpanReader span = new JaegerSpanReader(json, tags);
  private final JaegerJsonId traceId = new JaegerJsonId();
  private final Map<String, Resource> processes = new HashMap<>();

  /** Spans by the process and the scope that wrote them. */
  private final Map<String, Map<InstrumentationScope, ScopeSpans.Builder>> spans =
      new LinkedHashMap<>();

  @Override
  public ExportTraceServiceRequest read(byte[] unit) throws MalformedRecordException {
    traceId.clear();
    processes.clear();
    spans.clear();
    if (json.decode(unit, this::readTrace) instanceof DecodeResult.Malformed malformed) {
      throw new MalformedRecordException(malformed.reason());
    }
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    spans.forEach((processId, scopes) -> request.addResourceSpans(resource(processId, scopes)));
    return request.build();
  }

  private ResourceSpans resource(
      String processId, Map<InstrumentationScope, ScopeSpans.Builder> scopes) {
    ResourceSpans.Builder resource =
        ResourceSpans.newBuilder()
            .setResource(processes.getOrDefault(processId, Resource.getDefaultInstance()));
    scopes.values().forEach(resource::addScopeSpans);
    return resource.build();
  }

  private void readTrace() throws IOException, MalformedRecordException {
    json.requireObject();
    while (json.nextMember()) {
      switch (json.member()) {
        case "traceID" -> traceId.read(json);
        case "spans" -> readSpans();
        case "processes" -> readProcesses();
        default -> json.skip();
      }
    }
  }

  private void readSpans() throws IOException, MalformedRecordException {
    if (!json.array()) {
      return;
    }
    while (json.nextElement()) {
      if (json.object()) {
        Span read = span.read(traceId);
        spans
            .computeIfAbsent(span.processId(), process -> new LinkedHashMap<>())
            .computeIfAbsent(span.scope(), scope -> ScopeSpans.newBuilder().setScope(scope))
            .addSpans(read);
      }
    }
  }

  private void readProcesses() throws IOException, MalformedRecordException {
    if (!json.object()) {
      return;
    }
    while (json.nextMember()) {
      processes.put(json.member(), readProcess());
    }
  }

  private Resource readProcess() throws IOException, MalformedRecordException {
    String serviceName = "";
    List<KeyValue> attributes = new ArrayList<>();
    if (!json.object()) {
      return Resource.getDefaultInstance();
    }
    while (json.nextMember()) {
      switch (json.member()) {
        case "serviceName", "service_name" -> serviceName = json.string();
        case "tags" -> attributes.addAll(tags.read());
        default -> json.skip();
      }
    }
    attributes.removeIf(attribute -> attribute.getKey().equals(JaegerProcess.SERVICE_NAME));
    addHost(attributes);
    attributes.add(text(JaegerProcess.SERVICE_NAME, serviceName));
    return Resource.newBuilder().addAllAttributes(attributes).build();
  }

  /** Says by OTLP's name which host it is, if only Jaeger's names do. */
  private static void addHost(List<KeyValue> attributes) {
    Map<String, String> texts = new HashMap<>();
    for (KeyValue attribute : attributes) {
      if (!attribute.getValue().hasBytesValue()) {
        texts.put(attribute.getKey(), JaegerTags.text(attribute.getValue()));
      }
    }
    texts.values().removeIf(String::isEmpty);
    if (HostKeys.OTLP.stream().noneMatch(texts::containsKey)) {
      HostKeys.JAEGER.stream()
          .map(texts::get)
          .filter(Objects::nonNull)
          .findFirst()
          .ifPresent(host -> attributes.add(text(HostKeys.HOST_NAME, host)));
    }
  }

  private static KeyValue text(String key, String text) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(text))
        .build();
  }
}
