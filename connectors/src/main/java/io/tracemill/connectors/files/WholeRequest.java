package io.tracemill.connectors.files;

import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.RequestSplitter;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** A file that is one OTLP request: it is read into memory and every trace of it is a unit. */
final class WholeRequest implements UnitReader {
  private final InputStream in;
  private final RequestSplitter splitter;
  private final Deque<RawUnit> units = new ArrayDeque<>();
  private boolean read;

  WholeRequest(InputStream in, RequestSplitter splitter) {
    this.in = in;
    this.splitter = splitter;
  }

  @Override
  public Optional<RawUnit> next() throws IOException, CorruptFileException {
    if (!read) {
      read = true;
      readAll();
    }
    return Optional.ofNullable(units.poll());
  }

  private void readAll() throws IOException, CorruptFileException {
    byte[] request = in.readNBytes(MAX_UNIT_BYTES);
    if (request.length == MAX_UNIT_BYTES) {
      throw new CorruptFileException(
          "one request of %d bytes or more; split it".formatted(MAX_UNIT_BYTES));
    }
    DecodeResult result =
        splitter.split(request, (unit, latest) -> units.add(new RawUnit(unit, latest)));
    if (result instanceof DecodeResult.Malformed malformed) {
      throw new CorruptFileException(malformed.reason());
    }
  }
}
