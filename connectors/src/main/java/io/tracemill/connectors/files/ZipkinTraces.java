package io.tracemill.connectors.files;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.tracemill.connectors.encoding.Micros;
import io.tracemill.connectors.zipkin.ZipkinTimes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Zipkin's spans in JSON, one unit in memory at a time. Of arrays within an array, as Zipkin's API
 * answers, each is a unit. Within any other array, of which a file may have one or one a line, it
 * is neighbours of one trace, so that a long array needs no more memory than many short ones.
 *
 * <pre>
 * [[a b a] [c]]   two units
 * [a a b a]       three units
 * </pre>
 */
final class ZipkinTraces implements UnitReader {
  /** Escapes what is not ASCII, so that a lone surrogate in a name can be written again. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  /** Depth of an annotation's members: span, list of annotations, annotation. */
  private static final int ANNOTATION_DEPTH = 3;

  /** What the spans of one unit have in common. */
  private record Group(long array, String traceId) {}

  /** A span as it is in the file; its end in microseconds, 0 if it is not known. */
  @SuppressWarnings("ArrayRecordComponent")
  private record CopiedSpan(Group group, byte[] bytes, long endMicros) {}

  private final JsonParser parser;
  private final ZipkinTimes times = new ZipkinTimes();
  private int depth;
  private long arrays;
  private String traceId = "";
  private boolean started;

  /** The first span of the next unit. */
  private Optional<CopiedSpan> ahead = Optional.empty();

  ZipkinTraces(InputStream in) throws IOException {
    parser = JSON.createParser(in);
  }

  @Override
  public Optional<RawUnit> next() throws IOException, CorruptFileException {
    try {
      if (!started) {
        started = true;
        ahead = readSpan();
      }
      return ahead.isEmpty() ? Optional.empty() : Optional.of(readUnit(ahead.get()));
    } catch (JsonProcessingException e) {
      throw new CorruptFileException(
          "%s at line %d".formatted(e.getOriginalMessage(), parser.currentLocation().getLineNr()));
    }
  }

  private RawUnit readUnit(CopiedSpan first) throws IOException, CorruptFileException {
    ByteArrayOutputStream unit = new ByteArrayOutputStream();
    long latestEndMicros = 0;
    while (ahead.isPresent() && ahead.get().group().equals(first.group())) {
      CopiedSpan span = ahead.get();
      unit.write(unit.size() == 0 ? '[' : ',');
      unit.writeBytes(span.bytes());
      latestEndMicros = Math.max(latestEndMicros, span.endMicros());
      if (unit.size() > MAX_UNIT_BYTES) {
        throw new CorruptFileException("a trace of more than %d bytes".formatted(MAX_UNIT_BYTES));
      }
      ahead = readSpan();
    }
    unit.write(']');
    return new RawUnit(unit.toByteArray(), nanos(latestEndMicros));
  }

  private static OptionalLong nanos(long micros) {
    long nanos = Micros.toNanos(micros);
    return nanos > 0 && nanos < Long.MAX_VALUE ? OptionalLong.of(nanos) : OptionalLong.empty();
  }

  /** The next span of whatever array; empty at the end of the file. */
  private Optional<CopiedSpan> readSpan() throws IOException, CorruptFileException {
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      if (token == JsonToken.START_ARRAY && depth < 2) {
        depth++;
        arrays++;
      } else if (token == JsonToken.END_ARRAY) {
        depth--;
        arrays++;
      } else if (token == JsonToken.START_OBJECT && depth > 0) {
        byte[] bytes = copySpan();
        long end = times.startMicros() == 0 ? 0 : times.endMicros();
        Group group = new Group(arrays, depth == 1 ? traceId : "");
        return Optional.of(new CopiedSpan(group, bytes, end));
      } else {
        throw new CorruptFileException(
            "%s where an array or a span has to be, at line %d"
                .formatted(token, parser.currentTokenLocation().getLineNr()));
      }
    }
    return Optional.empty();
  }

  private byte[] copySpan() throws IOException, CorruptFileException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    times.clear();
    traceId = "";
    try (JsonGenerator copy = JSON.createGenerator(bytes)) {
      copy.copyCurrentEventExact(parser);
      int level = 1;
      while (level > 0) {
        JsonToken token = parser.nextToken();
        level += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        copy.copyCurrentEventExact(parser);
        if (level == 1 && token == JsonToken.VALUE_STRING) {
          watchTraceId();
        } else if (token == JsonToken.VALUE_NUMBER_INT) {
          watchTime(level);
        }
        if (bytes.size() > MAX_UNIT_BYTES) {
          throw new CorruptFileException("a span of more than %d bytes".formatted(MAX_UNIT_BYTES));
        }
      }
    }
    return bytes.toByteArray();
  }

  private void watchTraceId() throws IOException {
    if (parser.currentName().equals("traceId")) {
      traceId = parser.getText();
    }
  }

  private void watchTime(int level) throws IOException {
    // In an array a number has no name.
    String member = String.valueOf(parser.currentName());
    if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      return;
    }
    if (level == 1 && member.equals("timestamp")) {
      times.timestamp(parser.getLongValue());
    } else if (level == 1 && member.equals("duration")) {
      times.duration(parser.getLongValue());
    } else if (level == ANNOTATION_DEPTH && member.equals("timestamp")) {
      times.annotation(parser.getLongValue());
    }
  }
}
