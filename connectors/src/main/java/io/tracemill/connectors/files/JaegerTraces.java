package io.tracemill.connectors.files;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/** The elements of a Jaeger document's {@code data}, one in memory at a time; each is a unit. */
final class JaegerTraces implements UnitReader {
  /** Depth of a span's members: trace, list of spans, span. */
  private static final int SPAN_DEPTH = 3;

  private static final long NANOS_PER_MICRO = 1000;

  private static final JsonFactory JSON =
      JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();

  private final RecordedInput input;
  private final JsonParser parser;
  private boolean inside;
  private boolean found;
  private long startMicros;
  private long durationMicros;
  private long latestEndMicros;

  JaegerTraces(InputStream in) throws IOException {
    input = new RecordedInput(in);
    parser = JSON.createParser(input);
  }

  @Override
  public Optional<RawUnit> next() throws IOException, CorruptFileException {
    try {
      while (inside || enterData()) {
        if (parser.nextToken() != JsonToken.END_ARRAY) {
          return Optional.of(copyTrace());
        }
        inside = false;
      }
    } catch (JsonProcessingException e) {
      throw new CorruptFileException(
          "%s at line %d".formatted(e.getOriginalMessage(), parser.currentLocation().getLineNr()));
    }
    return Optional.empty();
  }

  /** Moves to the document's next member {@code data}, of which there is one. */
  private boolean enterData() throws IOException, CorruptFileException {
    if (parser.currentToken() == null && parser.nextToken() != JsonToken.START_OBJECT) {
      throw new CorruptFileException("not a JSON object");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean data = "data".equals(parser.currentName());
      if (parser.nextToken() == JsonToken.START_ARRAY && data) {
        inside = true;
        found = true;
        return true;
      }
      parser.skipChildren();
    }
    if (!found) {
      throw new CorruptFileException("no member \"data\" that is an array");
    }
    return false;
  }

  private RawUnit copyTrace() throws IOException, CorruptFileException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new CorruptFileException(
          "\"data\" holds %s at line %d"
              .formatted(parser.currentToken(), parser.currentTokenLocation().getLineNr()));
    }
    long from = parser.currentTokenLocation().getByteOffset();
    if (from < 0) {
      throw new CorruptFileException("not in UTF-8");
    }
    input.begin(from);
    latestEndMicros = -1;
    int depth = 1;
    while (depth > 0) {
      JsonToken token = parser.nextToken();
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (depth == SPAN_DEPTH || (depth == SPAN_DEPTH - 1 && token.isStructEnd())) {
        watchTimes(token);
      }
      // A little earlier than has to be, by what the parser has read ahead.
      if (input.readSinceBegin() > MAX_UNIT_BYTES) {
        throw new CorruptFileException("a trace of more than %d bytes".formatted(MAX_UNIT_BYTES));
      }
    }
    byte[] trace = input.end(parser.currentLocation().getByteOffset());
    return new RawUnit(trace, latestEndNanos());
  }

  private void watchTimes(JsonToken token) throws IOException {
    if (token == JsonToken.START_OBJECT) {
      startMicros = 0;
      durationMicros = 0;
    } else if (token == JsonToken.END_OBJECT) {
      latestEndMicros = Math.max(latestEndMicros, startMicros + durationMicros);
    } else if (token == JsonToken.VALUE_NUMBER_INT && "startTime".equals(parser.currentName())) {
      startMicros = parser.getValueAsLong();
    } else if (token == JsonToken.VALUE_NUMBER_INT && "duration".equals(parser.currentName())) {
      durationMicros = parser.getValueAsLong();
    }
  }

  private OptionalLong latestEndNanos() {
    return latestEndMicros > 0 && latestEndMicros <= Long.MAX_VALUE / NANOS_PER_MICRO
        ? OptionalLong.of(latestEndMicros * NANOS_PER_MICRO)
        : OptionalLong.empty();
  }
}
