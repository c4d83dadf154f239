package io.tracemill.connectors.zipkin;

import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.HexId;
import io.tracemill.connectors.decoding.HostKeys;
import io.tracemill.connectors.decoding.HttpStatus;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.SpanTags;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Decodes an array of Zipkin's spans in JSON, version 2. A single span outside of an array is
 * malformed, as it is for Zipkin's own collectors, and so is a span of version 1.
 */
public final class ZipkinJsonDecoder implements RecordDecoder {
  private static final Slice NOT_KEPT = new Slice();

  private final JsonInput json = new JsonInput();
  private final ZipkinSpan span;
  private final HexId id = new HexId();
  private final Slice value = new Slice();

  /** The tags to keep; the lookup copies no keys. */
  private final Map<String, Slice> tagKeys = new HashMap<>();

  public ZipkinJsonDecoder(SpanRules rules) {
    span = new ZipkinSpan(new AttributeKeys(rules.attributes()));
    Stream.of(SpanTags.MEANINGFUL, HttpStatus.NAMES, HostKeys.ZIPKIN, rules.attributes())
        .flatMap(List::stream)
        .forEach(key -> tagKeys.computeIfAbsent(key, ZipkinJsonDecoder::slice));
  }

  private static Slice slice(String text) {
    Slice slice = new Slice();
    slice.set(text);
    return slice;
  }

  @Override
  public DecodeResult decode(byte[] record, FragmentBuilder spans) {
    span.beginRecord();
    return json.decode(record, () -> readSpans(spans));
  }

  private void readSpans(FragmentBuilder spans) throws IOException, MalformedRecordException {
    json.requireArray();
    while (json.nextElement()) {
      json.requireObject();
      span.clear();
      while (json.nextMember()) {
        readMember();
      }
      span.writeTo(spans);
    }
  }

  private void readMember() throws IOException, MalformedRecordException {
    switch (json.member()) {
      case "traceId" -> readTraceId();
      case "id" -> readId();
      case "parentId" -> readParentId();
      case "kind" -> span.draft().kind(kind(json.string()));
      case "name" -> json.text(span.draft().name());
      case "timestamp" -> span.times().timestamp(json.integer());
      case "duration" -> span.times().duration(json.integer());
      case "localEndpoint" -> readLocalEndpoint();
      case "annotations" -> readAnnotations();
      case "tags" -> readTags();
      case "binaryAnnotations" -> throw new MalformedRecordException(ZipkinSpan.VERSION_1);
      default -> json.skip();
    }
  }

  private void readTraceId() throws IOException, MalformedRecordException {
    json.id(id);
    if (id.digits() != 0) {
      span.traceId(id.high(), id.low());
    }
  }

  private void readId() throws IOException, MalformedRecordException {
    json.id(id);
    if (id.digits() != 0) {
      span.spanId(id.digits() <= HexId.SPAN_DIGITS ? id.low() : 0);
    }
  }

  private void readParentId() throws IOException, MalformedRecordException {
    json.id(id);
    span.draft().parentId(id.low());
    if (id.digits() < 0 || id.digits() > HexId.SPAN_DIGITS) {
      span.draft().parentIdInvalid();
    }
  }

  static SpanKind kind(String name) {
    return switch (name) {
      case "CLIENT" -> SpanKind.CLIENT;
      case "SERVER" -> SpanKind.SERVER;
      case "PRODUCER" -> SpanKind.PRODUCER;
      case "CONSUMER" -> SpanKind.CONSUMER;
      default -> SpanKind.UNSPECIFIED;
    };
  }

  private void readLocalEndpoint() throws IOException, MalformedRecordException {
    if (!json.object()) {
      return;
    }
    while (json.nextMember()) {
      switch (json.member()) {
        case "serviceName" -> json.text(span.local().service());
        case "ipv4" -> readAddress(true);
        case "ipv6" -> readAddress(false);
        default -> json.skip();
      }
    }
  }

  private void readAddress(boolean preferred) throws IOException, MalformedRecordException {
    json.text(value);
    if (!value.isEmpty() && (preferred || span.local().address().isEmpty())) {
      span.local().address().set(value);
    }
  }

  private void readAnnotations() throws IOException, MalformedRecordException {
    if (!json.array()) {
      return;
    }
    while (json.nextElement()) {
      json.requireObject();
      while (json.nextMember()) {
        if (json.member().equals("timestamp")) {
          span.times().annotation(json.integer());
        } else {
          json.skip();
        }
      }
    }
  }

  private void readTags() throws IOException, MalformedRecordException {
    if (!json.object()) {
      return;
    }
    while (json.nextMember()) {
      Slice key = tagKeys.getOrDefault(json.member(), NOT_KEPT);
      if (key == NOT_KEPT) {
        json.skip();
      } else if (json.scalarText(value)) {
        span.tag(key, value);
      }
    }
  }
}
