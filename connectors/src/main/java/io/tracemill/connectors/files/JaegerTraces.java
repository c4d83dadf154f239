package io.tracemill.connectors.files;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The elements of a Jaeger document's {@code data}, one in memory at a time; each is a unit. */
final class JaegerTraces implements UnitReader {
  private final JsonWindow json;
  private final JaegerTimes times = new JaegerTimes();
  private boolean begun;
  private boolean inData;
  private boolean found;
  private boolean ended;

  JaegerTraces(InputStream in) {
    json = new JsonWindow(in);
  }

  @Override
  public Optional<RawUnit> next() throws IOException, CorruptFileException {
    if (!begun) {
      begun = true;
      json.enter('{');
    }
    while (!ended) {
      if (inData && json.goesOn(']')) {
        return Optional.of(readTrace());
      }
      inData = false;
      if (json.goesOn('}')) {
        readMember();
      } else {
        ended = true;
      }
    }
    if (!found) {
      throw new CorruptFileException("no member \"data\" that is an array");
    }
    return Optional.empty();
  }

  private void readMember() throws IOException, CorruptFileException {
    boolean data = json.name().equals("data");
    if (data && json.isNext('[')) {
      json.enter('[');
      inData = true;
      found = true;
    } else {
      json.skip();
    }
  }

  private RawUnit readTrace() throws IOException, CorruptFileException {
    times.clear();
    byte[] trace = json.object(JaegerTimes.SPAN_DEPTH, times);
    return new RawUnit(trace, times.latestEndNanos());
  }
}
