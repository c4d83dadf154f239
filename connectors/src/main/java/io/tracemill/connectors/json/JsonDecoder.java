package io.tracemill.connectors.json;

import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.ResourceDraft;
import io.tracemill.connectors.decoding.SpanSink;
import io.tracemill.connectors.json.JsonFormat.Member;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decodes spans in JSON of any {@link JsonFormat}, wherever in a record they are: members in any
 * order, 64-bit numbers as numbers or strings, enumerations as numbers or names. It skips unknown
 * members of spans. It counts unknown parts around spans, because they may hold spans. A known
 * member of the wrong type makes the record malformed.
 *
 * <p>An object is a span if it has an id and no member that holds spans; what is around spans may
 * have members of the same names with values of other types. Spans wait for the end of the object
 * that has their resource.
 */
public final class JsonDecoder implements RecordDecoder {
  /** The number of objects to keep from record to record. */
  private static final int KEPT = 4096;

  private static final int NAMES_TOLD = 5;
  private static final SpanSink NO_SINK =
      new SpanSink() {
        @Override
        public void span(ResourceDraft resource, SpanDraft span) {}

        @Override
        public void unrecognised(int parts) {}
      };

  private final AttributeKeys keys;
  private final JsonInput json = new JsonInput();
  private final JsonSpanReader reader = new JsonSpanReader(json);

  /** The objects around the current one, and the spans that wait. */
  private final List<JsonSpan> objects = new ArrayList<>();

  /** The object around the current one whose resource is known to be that of its spans, if any. */
  private Optional<JsonSpan> resource = Optional.empty();

  private int size;
  private final JsonProcesses processes;
  private SpanSink sink = NO_SINK;
  private int spans;
  private int formats;
  private int unknownParts;
  private boolean otherSignal;
  private final Set<String> unknownNames = new LinkedHashSet<>();

  public JsonDecoder(SpanRules rules) {
    this(new AttributeKeys(rules.attributes()));
  }

  /** A decoder that keeps the attributes with these keys. */
  public JsonDecoder(AttributeKeys keys) {
    this.keys = keys;
    processes = new JsonProcesses(keys);
  }

  /** Whether all spans of the last record have the members of {@code format}. */
  public boolean was(JsonFormat format) {
    return (formats & format.bit()) != 0;
  }

  @Override
  public DecodeResult decode(byte[] record, SpanSink sink) {
    begin(sink);
    DecodeResult result = json.decode(record, () -> readValue(JsonFormat.ANY, false));
    result = end(result, sink);
    forgetRecord();
    return result;
  }

  private DecodeResult end(DecodeResult result, SpanSink sink) {
    if (!(result instanceof DecodeResult.Decoded)) {
      return result;
    }
    write(0);
    if (spans == 0 && otherSignal && unknownParts == 0) {
      return DecodeResult.OTHER_SIGNAL;
    } else if (spans == 0 && unknownParts > 0) {
      return new DecodeResult.Malformed(
          "no spans: its members are %s; known are resourceSpans, batches, data, spans, traceId"
              .formatted(String.join(", ", unknownNames)));
    }
    int otherParts = unknownParts + (spans > 0 && otherSignal ? 1 : 0);
    if (otherParts > 0) {
      sink.unrecognised(otherParts);
    }
    return result;
  }

  private void begin(SpanSink sink) {
    this.sink = sink;
    size = 0;
    spans = 0;
    formats = JsonFormat.ANY;
    unknownParts = 0;
    resource = Optional.empty();
    otherSignal = false;
    unknownNames.clear();
  }

  /** A record may have very many small objects; most do not stay in memory. */
  private void forgetRecord() {
    if (objects.size() > KEPT) {
      objects.subList(KEPT, objects.size()).clear();
    }
    processes.clear();
  }

  /**
   * Reads an object, or an array of objects and arrays.
   *
   * @param allowed the formats in which there may be spans here
   * @param expected whether each object is a span even without an id
   */
  private void readValue(int allowed, boolean expected)
      throws IOException, MalformedRecordException {
    if (json.isObject()) {
      readObject(allowed, expected);
    } else if (json.isArray()) {
      while (json.nextElement()) {
        readValue(allowed, expected);
      }
    } else if (!json.isNull()) {
      throw json.expected("an object");
    }
  }

  private void readObject(int allowed, boolean expected)
      throws IOException, MalformedRecordException {
    int index = size;
    JsonSpan object = next();
    int seen = allowed;
    boolean carries = false;
    int unknown = 0;
    boolean known = false;
    boolean empty = true;
    while (json.nextMember()) {
      empty = false;
      Member member = JsonFormat.member(json.member());
      known |= member.isKnown();
      switch (member.field()) {
        case CARRIER, SPANS -> {
          carries = true;
          readValue(allowed & member.formats(), member.field() == JsonField.SPANS);
        }
        case SCOPES -> {
          carries = true;
          object.hasScopes = true;
          readScopes(object, allowed & member.formats());
        }
        case OTHER_SIGNAL -> {
          carries = true;
          otherSignal |= json.skipContent();
        }
        case RESOURCE -> {
          object.resolve(object.open.resource());
          reader.readProcess(object.resource());
        }
        case PROCESSES -> {
          object.hasProcesses = true;
          processes.read(json, reader);
        }
        case NO_SPANS -> json.skip();
        case UNKNOWN -> unknown += skipUnknown();
        default -> {
          seen &= member.formats();
          readOfSpan(member.field(), object);
        }
      }
    }
    if (!carries && (expected || object.identified)) {
      endSpan(index, object, seen, empty);
    } else {
      unknownParts += known || empty ? unknown : 1;
      endAround(index, object);
    }
  }

  /** If the resource came before, no span has to wait for it. */
  private void readScopes(JsonSpan object, int allowed)
      throws IOException, MalformedRecordException {
    Optional<JsonSpan> around = resource;
    resource = object.resolved ? Optional.of(object) : Optional.empty();
    readValue(allowed, false);
    resource = around;
  }

  /** Reads a member of a span; a number or text of the wrong type matters only if it is a span. */
  private void readOfSpan(JsonField field, JsonSpan object)
      throws IOException, MalformedRecordException {
    boolean scalar = json.isScalar();
    try {
      reader.read(field, object);
    } catch (MalformedRecordException e) {
      if (!scalar) {
        throw e;
      }
      object.problem = Optional.of(e);
    }
  }

  private int skipUnknown() throws IOException {
    if (unknownNames.size() < NAMES_TOLD) {
      unknownNames.add(json.member());
    }
    return json.skipContent() ? 1 : 0;
  }

  private JsonSpan next() {
    if (size == objects.size()) {
      objects.add(new JsonSpan(keys));
    }
    return objects.get(size++).clear();
  }

  private void endSpan(int index, JsonSpan span, int seen, boolean empty)
      throws MalformedRecordException {
    if (span.problem.isPresent()) {
      throw span.problem.get();
    }
    spans++;
    formats &= seen;
    span.draft().part((seen & JsonFormat.ZIPKIN.bit()) != 0);
    span.waits = true;
    if (!span.resolved && resource.isPresent() && span.traceGiven) {
      span.resolve(resource.get().resource());
    }
    if (span.resolved || index == 0 || empty) {
      write(index);
    }
  }

  /** Ends an object around spans, which may know their resources. */
  private void endAround(int index, JsonSpan object) {
    for (int i = index + 1; i < size; i++) {
      JsonSpan span = objects.get(i);
      span.inherit(object);
      if (!span.resolved && object.hasProcesses) {
        processes.resolve(span);
      } else if (!span.resolved && object.hasScopes) {
        span.resolve(object.resource());
      }
    }
    if (object.hasScopes || object.hasProcesses || size == index + 1) {
      write(index);
    }
    if (object.hasProcesses) {
      processes.clear();
    }
  }

  /** Hands out the spans that wait, from this position on. */
  private void write(int from) {
    for (int i = from; i < size; i++) {
      JsonSpan span = objects.get(i);
      if (span.waits) {
        sink.span(span.resource(), span.open.finish());
      }
    }
    size = from;
  }
}
