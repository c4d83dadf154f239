package io.tracemill.connectors.json;

import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.OpenSpan;
import io.tracemill.connectors.decoding.ReadId;
import io.tracemill.connectors.decoding.ResourceDraft;
import io.tracemill.connectors.decoding.SpanLink;
import io.tracemill.connectors.decoding.ValueType;
import java.io.IOException;
import java.time.DateTimeException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the members of one span, which mean the same in every format. */
final class JsonSpanReader {
  /** The names of kinds as the formats write them, the same kinds in turn. */
  private static final List<String> KINDS =
      List.of("INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER");

  private static final AttributeKeys KIND_NAMES =
      new AttributeKeys(
          Stream.of("SPAN_KIND_", "", "SpanKind.")
              .flatMap(prefix -> KINDS.stream().map(kind -> prefix + kind))
              .toList());

  private static final AttributeKeys OK_NAMES =
      new AttributeKeys(List.of("STATUS_CODE_OK", "OK", "StatusCode.OK"));
  private static final AttributeKeys ERROR_NAMES =
      new AttributeKeys(List.of("STATUS_CODE_ERROR", "ERROR", "StatusCode.ERROR"));
  private static final int OK = 1;
  private static final int ERROR = 2;
  private static final long MICRO = 1000;

  /** In RFC 3339, a dash follows the year. */
  private static final int YEAR_DIGITS = 4;

  private static final int MAX_KEYS = 4096;

  private final JsonInput json;
  private final JsonTag tag;
  private final ReadId id = new ReadId();
  private final Slice text = new Slice();

  /** The keys of maps by their names, so that they are not copied again. */
  private final Map<String, Slice> keys = new HashMap<>();

  JsonSpanReader(JsonInput json) {
    this.json = json;
    tag = new JsonTag(json);
  }

  /** Reads the current member. */
  void read(JsonField field, JsonSpan span) throws IOException, MalformedRecordException {
    OpenSpan open = span.open;
    switch (field) {
      case TRACE_ID -> {
        json.id(id);
        if (id.isGiven()) {
          open.draft().traceId(id.high(), id.low());
          span.traceGiven = true;
          span.identified = true;
        }
      }
      case SPAN_ID -> {
        json.id(id);
        if (id.isGiven()) {
          open.draft().spanId(id.isSpanId() ? id.low() : 0);
          span.identified = true;
        }
      }
      case PARENT_ID -> readParentId(open);
      case CONTEXT -> readContext(span);
      case NAME -> json.text(open.draft().name());
      case KIND -> open.draft().kind(kind());
      case START_NANOS -> open.start(time(1));
      case START_MICROS -> open.start(time(MICRO));
      case END_NANOS -> open.end(time(1));
      case DURATION -> open.duration(duration());
      case ATTRIBUTES -> readPairs(span.keeps, span.attributes);
      case TAGS -> readPairs(span.keeps, json.isObject() ? span.zipkinTags : span.tags);
      case INDEXED_TAGS -> readPairs(span.keeps, span.tags);
      case STATUS -> readStatus(open);
      case LINKS -> readLinks(open, SpanLink.Kind.FOLLOWS_FROM);
      case REFERENCES -> readLinks(open, SpanLink.Kind.CHILD_OF);
      case PROCESS -> {
        readProcess(open.resource());
        span.resolve(open.resource());
      }
      case PROCESS_ID -> span.processId = json.string();
      case ENDPOINT -> readEndpoint(span);
      case ANNOTATIONS -> readAnnotations(open);
      case VERSION_1 -> throw version1();
      default -> json.skip();
    }
  }

  private static MalformedRecordException version1() {
    return new MalformedRecordException(
        "spans of Zipkin's version 1, which is not read; send version 2 (/api/v2/spans)");
  }

  private void readParentId(OpenSpan open) throws IOException, MalformedRecordException {
    json.id(id);
    if (id.isSpanId() || !id.isGiven()) {
      open.parent(id.isGiven() ? id.low() : 0);
    } else {
      open.parentUnreadable();
    }
  }

  private void readContext(JsonSpan span) throws IOException, MalformedRecordException {
    if (json.object()) {
      while (json.nextMember()) {
        JsonField field = JsonFormat.member(json.member()).field();
        boolean isId = field == JsonField.TRACE_ID || field == JsonField.SPAN_ID;
        read(isId ? field : JsonField.OF_SPAN, span);
      }
    }
  }

  private SpanKind kind() throws IOException, MalformedRecordException {
    if (!json.isString()) {
      return SpanKind.ofNumber((int) json.integer());
    }
    json.text(text);
    int index = KIND_NAMES.indexOf(text);
    return SpanKind.ofNumber(index < 0 ? 0 : 1 + index % KINDS.size());
  }

  /** A point in time in nanoseconds since the epoch: a number of units, or a text. */
  private long time(long unitNanos) throws IOException, MalformedRecordException {
    if (!isText(YEAR_DIGITS, '-')) {
      long units = json.integer();
      return unitNanos == 1 ? units : OpenSpan.nanosOfMicros(units);
    }
    try {
      return TextTime.nanos(text);
    } catch (DateTimeException e) {
      throw new MalformedRecordException("a time that is not in RFC 3339");
    }
  }

  /** A duration in nanoseconds: a number of microseconds, or a text like {@code 1.5s}. */
  private long duration() throws IOException, MalformedRecordException {
    if (!isText(-1, 's')) {
      return OpenSpan.nanosOfMicros(json.integer());
    }
    try {
      return TextTime.durationNanos(text);
    } catch (DateTimeException e) {
      throw new MalformedRecordException("a duration that is not in seconds");
    }
  }

  /**
   * Whether the value is a string with {@code sign} at this position, negative from the end; {@code
   * text} points to it then.
   */
  private boolean isText(int position, char sign) throws IOException, MalformedRecordException {
    if (!json.isString()) {
      return false;
    }
    json.text(text);
    int at = position < 0 ? text.length() + position : position;
    return at >= 0 && at < text.length() && text.array()[text.offset() + at] == sign;
  }

  /** Takes a key and a value. */
  interface Pairs {
    void accept(Slice key, Slice value, ValueType type);
  }

  /** Reads a list of keys and values, or a map. */
  private void readPairs(JsonTag.Filter filter, Pairs pairs)
      throws IOException, MalformedRecordException {
    if (json.isObject()) {
      readMap(filter, pairs);
    } else if (json.array()) {
      while (json.nextObject()) {
        if (tag.read(filter)) {
          pairs.accept(tag.key(), tag.text(), tag.type());
        }
      }
    }
  }

  private void readMap(JsonTag.Filter filter, Pairs pairs) throws IOException {
    while (json.nextMember()) {
      Slice key = keyOf(json.member());
      if (!filter.keeps(key)) {
        json.skip();
      } else if (json.scalarText(text)) {
        pairs.accept(key, text, ValueType.TEXT);
      }
    }
  }

  /** The name as a key; Jaeger's index has {@code @} for each dot. */
  private Slice keyOf(String name) {
    if (keys.size() >= MAX_KEYS) {
      keys.clear();
    }
    return keys.computeIfAbsent(
        name,
        added -> {
          Slice key = new Slice();
          key.set(added.replace('@', '.'));
          return key;
        });
  }

  private void readStatus(OpenSpan open) throws IOException, MalformedRecordException {
    if (!json.object()) {
      return;
    }
    while (json.nextMember()) {
      switch (json.member()) {
        case "code", "status_code" -> {
          if (json.isString()) {
            json.text(text);
            open.draft().error(ERROR_NAMES.contains(text));
            open.draft().ok(OK_NAMES.contains(text));
          } else {
            long code = json.integer();
            open.draft().error(code == ERROR);
            open.draft().ok(code == OK);
          }
        }
        default -> json.skip();
      }
    }
  }

  private void readLinks(OpenSpan open, SpanLink.Kind kind)
      throws IOException, MalformedRecordException {
    if (json.array()) {
      while (json.nextObject()) {
        readLink(open.link(kind));
      }
    }
  }

  private void readLink(SpanLink link) throws IOException, MalformedRecordException {
    while (json.nextMember()) {
      switch (JsonFormat.member(json.member()).field()) {
        case TRACE_ID -> {
          json.id(id);
          if (id.isGiven()) {
            link.traceId(id.high(), id.low());
          }
        }
        case SPAN_ID -> {
          json.id(id);
          if (id.isSpanId()) {
            link.spanId(id.low());
          }
        }
        case CONTEXT -> {
          if (json.object()) {
            readLink(link);
          }
        }
        default -> readKind(link);
      }
    }
  }

  private void readKind(SpanLink link) throws IOException, MalformedRecordException {
    if (json.member().equals("refType") || json.member().equals("ref_type")) {
      boolean follows =
          json.isString() ? json.string().equals("FOLLOWS_FROM") : json.integer() == 1;
      link.kind(follows ? SpanLink.Kind.FOLLOWS_FROM : SpanLink.Kind.CHILD_OF);
    } else {
      json.skip();
    }
  }

  /** Reads the value that the input stands at: the name of a service, and tags. */
  void readProcess(ResourceDraft process) throws IOException, MalformedRecordException {
    if (!json.object()) {
      return;
    }
    while (json.nextMember()) {
      switch (json.member()) {
        case "serviceName", "service_name" -> {
          json.text(text);
          process.service(text);
        }
        case "tags", "tag", "attributes" -> readPairs(process::keeps, process::attribute);
        default -> json.skip();
      }
    }
  }

  private void readEndpoint(JsonSpan span) throws IOException, MalformedRecordException {
    ResourceDraft local = span.open.resource();
    span.resolve(local);
    if (!json.object()) {
      return;
    }
    while (json.nextMember()) {
      switch (json.member()) {
        case "serviceName" -> {
          json.text(text);
          local.service(text);
        }
        case "ipv4" -> readAddress(local, true);
        case "ipv6" -> readAddress(local, false);
        default -> json.skip();
      }
    }
  }

  private void readAddress(ResourceDraft local, boolean preferred)
      throws IOException, MalformedRecordException {
    json.text(text);
    if (!text.isEmpty() && (preferred || local.address().isEmpty())) {
      local.address().set(text);
    }
  }

  /** An annotation of version 1 says which side wrote it; version 2 has one endpoint a span. */
  private void readAnnotations(OpenSpan open) throws IOException, MalformedRecordException {
    if (!json.array()) {
      return;
    }
    while (json.nextObject()) {
      while (json.nextMember()) {
        switch (json.member()) {
          case "timestamp" -> open.annotation(OpenSpan.nanosOfMicros(json.integer()));
          case "endpoint", "host" -> throw version1();
          default -> json.skip();
        }
      }
    }
  }
}
