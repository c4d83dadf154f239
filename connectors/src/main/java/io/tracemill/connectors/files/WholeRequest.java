package io.tracemill.connectors.files;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** A file that is one OTLP request in protobuf. It is read into memory; each trace is a unit. */
final class WholeRequest implements UnitReader {
  private final InputStream in;
  private final Deque<RawUnit> units = new ArrayDeque<>();

  WholeRequest(InputStream in) {
    this.in = in;
  }

  @Override
  public Optional<RawUnit> next() throws IOException, CorruptFileException {
    if (units.isEmpty()) {
      byte[] request = in.readNBytes(MAX_UNIT_BYTES);
      if (request.length == MAX_UNIT_BYTES) {
        throw new CorruptFileException(
            "one request of %d bytes or more; split it".formatted(MAX_UNIT_BYTES));
      }
      units.addAll(new TraceSplitter().ofProto(request));
    }
    return Optional.ofNullable(units.poll());
  }
}
