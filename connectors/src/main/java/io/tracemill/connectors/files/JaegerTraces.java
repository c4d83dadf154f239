package io.tracemill.connectors.files;

import io.tracemill.connectors.decoding.JsonMember;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/** The elements of a Jaeger document's {@code data}, one in memory at a time; each is a unit. */
final class JaegerTraces implements UnitReader {
  private static final JsonMember START = new JsonMember("startTime");
  private static final JsonMember DURATION = new JsonMember("duration");
  private static final long NANOS_PER_MICRO = 1000;

  /** In the year 2262; later times are ignored. */
  private static final long LAST_MICROS = Long.MAX_VALUE / NANOS_PER_MICRO;

  private final JsonScanner json;
  private boolean begun;

  /** Whether nothing has been read from the current object or array. */
  private boolean entered;

  private boolean inData;
  private boolean found;
  private boolean ended;

  JaegerTraces(InputStream in) {
    json = new JsonScanner(in);
  }

  @Override
  public Optional<RawUnit> next() throws IOException, CorruptFileException {
    if (!begun) {
      begun = true;
      json.expect('{');
      entered = true;
    }
    while (!ended) {
      if (inData && goesOn(']')) {
        byte[] trace = json.object();
        return Optional.of(new RawUnit(trace, latestEnd(trace)));
      }
      inData = false;
      ended = !goesOn('}');
      if (!ended) {
        readMember();
      }
    }
    if (!found) {
      throw new CorruptFileException("no member \"data\" that is an array");
    }
    return Optional.empty();
  }

  /** Moves to the next member or element; false at the end of the object or array. */
  private boolean goesOn(char closing) throws IOException, CorruptFileException {
    boolean first = entered;
    entered = false;
    if (json.take(closing)) {
      return false;
    }
    if (!first) {
      json.expect(',');
    }
    return true;
  }

  private void readMember() throws IOException, CorruptFileException {
    boolean data = json.string().equals("data");
    json.expect(':');
    if (data && json.take('[')) {
      entered = true;
      inData = true;
      found = true;
    } else {
      json.skip();
    }
  }

  /**
   * The latest end of the spans, in Unix nanoseconds; empty if no span has an end. The duration is
   * either before or after the start, in all spans alike.
   */
  private static OptionalLong latestEnd(byte[] trace) {
    int end = trace.length;
    int first = START.behindNext(trace, 0, end);
    boolean durationFollows = DURATION.behindNext(trace, 0, first) == first;
    long latestMicros = 0;
    int previous = 0;
    for (int at = first; at < end; ) {
      int next = START.behindNext(trace, at, end);
      int from = durationFollows ? at : previous;
      int to = durationFollows ? next : at;
      long startMicros = JsonMember.number(trace, at, end);
      long durationMicros = JsonMember.number(trace, DURATION.behindNext(trace, from, to), to);
      long endMicros = startMicros + Math.max(0, durationMicros);
      if (startMicros > 0 && endMicros <= LAST_MICROS) {
        latestMicros = Math.max(latestMicros, endMicros);
      }
      previous = at;
      at = next;
    }
    return latestMicros > 0
        ? OptionalLong.of(latestMicros * NANOS_PER_MICRO)
        : OptionalLong.empty();
  }
}
