package io.tracemill.connectors.otlp;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.Decoding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The slow, obvious decoder on the generated classes, as the oracle for the fast one. */
public final class ReferenceOtlp {
  private static final List<String> KEYS = Decoding.RULES.attributes();

  private ReferenceOtlp() {}

  public static Decoding decode(ExportTraceServiceRequest request) {
    FragmentBuilder builder = new FragmentBuilder(Decoding.RULES);
    builder.begin(0);
    List<String> last = List.of();
    for (ResourceSpans spans : request.getResourceSpansList()) {
      Map<String, String> resource = texts(spans.getResource().getAttributesList());
      List<String> names =
          List.of(
              present(resource, "service.name").orElse("unknown_service"),
              Stream.of("host.name", "k8s.pod.name", "service.instance.id", "hostname", "ip")
                  .flatMap(key -> present(resource, key).stream())
                  .findFirst()
                  .orElse(""));
      for (ScopeSpans scope : spans.getScopeSpansList()) {
        for (Span span : scope.getSpansList()) {
          if (!names.equals(last)) {
            builder.resource(slice(names.get(0)), slice(names.get(1)));
            last = names;
          }
          builder.span(draft(span, resource));
        }
      }
    }
    return Decoding.of(DecodeResult.DECODED, builder);
  }

  private static SpanDraft draft(Span span, Map<String, String> resource) {
    SpanDraft draft = new SpanDraft(KEYS.size());
    draft.traceId(span.getTraceId().toByteArray(), 0, span.getTraceId().size());
    draft.spanId(span.getSpanId().toByteArray(), 0, span.getSpanId().size());
    draft.parentId(span.getParentSpanId().toByteArray(), 0, span.getParentSpanId().size());
    draft.kind(SpanKind.ofNumber(span.getKindValue()));
    draft.error(span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR);
    draft.startNanos(span.getStartTimeUnixNano());
    draft.endNanos(span.getEndTimeUnixNano());
    draft.name().set(slice(span.getName()));
    Map<String, String> attributes = new HashMap<>(resource);
    attributes.putAll(texts(span.getAttributesList()));
    for (int i = 0; i < KEYS.size(); i++) {
      if (attributes.containsKey(KEYS.get(i))) {
        draft.attribute(i).set(slice(attributes.getOrDefault(KEYS.get(i), "")));
      }
    }
    if (span.getParentSpanId().equals(span.getSpanId()) && span.getSpanId().size() == 8) {
      draft.parentId(0);
    }
    if (draft.parentIdValid() && draft.parentId() == 0) {
      span.getLinksList().stream()
          .filter(link -> link.getTraceId().equals(span.getTraceId()))
          .map(Span.Link::getSpanId)
          .filter(id -> id.size() == 8 && !isZero(id, 8) && !id.equals(span.getSpanId()))
          .findFirst()
          .ifPresent(
              id -> {
                draft.parentId(id.toByteArray(), 0, 8);
                draft.async(true);
              });
    }
    return draft;
  }

  private static boolean isZero(ByteString id, int length) {
    return id.equals(ByteString.copyFrom(new byte[length]));
  }

  private static Map<String, String> texts(List<KeyValue> attributes) {
    Map<String, String> texts = new HashMap<>();
    for (KeyValue attribute : attributes) {
      text(attribute.getValue()).ifPresent(text -> texts.put(attribute.getKey(), text));
    }
    return texts;
  }

  private static Optional<String> text(AnyValue value) {
    return switch (value.getValueCase()) {
      case STRING_VALUE -> Optional.of(value.getStringValue());
      case BOOL_VALUE -> Optional.of(Boolean.toString(value.getBoolValue()));
      case INT_VALUE -> Optional.of(Long.toString(value.getIntValue()));
      case DOUBLE_VALUE -> Optional.of(Double.toString(value.getDoubleValue()));
      default -> Optional.empty();
    };
  }

  private static Optional<String> present(Map<String, String> attributes, String key) {
    return Optional.ofNullable(attributes.get(key)).filter(text -> !text.isEmpty());
  }

  private static Slice slice(String text) {
    Slice slice = new Slice();
    slice.set(text);
    return slice;
  }
}
