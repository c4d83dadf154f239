package io.tracemill.connectors.files;

import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.encoding.Micros;
import io.tracemill.connectors.zipkin.ZipkinTimes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Zipkin's spans in JSON, one unit in memory at a time. In an array of arrays, as Zipkin's API
 * returns it, each inner array is a unit. In any other array, adjacent spans of one trace are a
 * unit. So a long array needs no more memory than many short ones. A file may have one such array,
 * or one a line.
 *
 * <pre>
 * [[a b a] [c]]   two units
 * [a a b a]       three units
 * </pre>
 */
final class ZipkinTraces implements UnitReader {
  /** The common key of the spans of one unit. */
  private record Group(long array, String traceId) {}

  /** A span as the file has it; its end in microseconds, 0 if it is not known. */
  @SuppressWarnings("ArrayRecordComponent")
  private record CopiedSpan(Group group, byte[] bytes, long endMicros) {}

  private final JsonScanner file;
  private final JsonInput json = new JsonInput();
  private final ZipkinTimes times = new ZipkinTimes();
  private int depth;
  private long arrays;
  private String traceId = "";
  private boolean started;

  /** The first span of the next unit. */
  private Optional<CopiedSpan> ahead = Optional.empty();

  ZipkinTraces(InputStream in) {
    file = new JsonScanner(in);
  }

  @Override
  public Optional<RawUnit> next() throws IOException, CorruptFileException {
    if (!started) {
      started = true;
      ahead = readSpan();
    }
    return ahead.isEmpty() ? Optional.empty() : Optional.of(readUnit(ahead.get()));
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

  /** The next span of any array; empty at the end of the file. */
  private Optional<CopiedSpan> readSpan() throws IOException, CorruptFileException {
    while (depth > 0 || file.peek() >= 0) {
      if (depth > 0 && file.peek() == '{') {
        return Optional.of(copied(file.object()));
      } else if (depth < 2 && file.take('[')) {
        depth++;
        arrays++;
      } else if (depth > 0 && file.take(']')) {
        depth--;
        arrays++;
      } else if (depth == 0 || !file.take(',')) {
        throw file.corrupt("an array or a span expected");
      }
    }
    return Optional.empty();
  }

  /** Finds the unit and the time of a span; a malformed span has neither. */
  private CopiedSpan copied(byte[] span) {
    times.clear();
    traceId = "";
    json.decode(span, this::readMembers);
    long end = times.startMicros() == 0 ? 0 : times.endMicros();
    return new CopiedSpan(new Group(arrays, depth == 1 ? traceId : ""), span, end);
  }

  private void readMembers() throws IOException {
    while (json.nextMember()) {
      switch (json.member()) {
        case "traceId" -> json.attempt(() -> traceId = json.string());
        case "timestamp" -> json.attempt(() -> times.timestamp(json.integer()));
        case "duration" -> json.attempt(() -> times.duration(json.integer()));
        case "annotations" -> json.attempt(this::readAnnotations);
        default -> json.skip();
      }
    }
  }

  private void readAnnotations() throws IOException, MalformedRecordException {
    json.requireArray();
    while (json.nextElement()) {
      json.requireObject();
      while (json.nextMember()) {
        if (json.member().equals("timestamp")) {
          times.annotation(json.integer());
        } else {
          json.skip();
        }
      }
    }
  }
}
