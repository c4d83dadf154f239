package io.tracemill.connectors.files;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import io.tracemill.connectors.otlp.SpanEnds;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** OTLP requests in protobuf, each with its length as a varint before it. Each is a unit. */
final class DelimitedMessages implements UnitReader {
  private final InputStream in;
  private long messages;

  DelimitedMessages(InputStream in) {
    this.in = in;
  }

  @Override
  public Optional<RawUnit> next() throws IOException, CorruptFileException {
    int first = in.read();
    if (first < 0) {
      return Optional.empty();
    }
    messages++;
    int length = readLength(first);
    byte[] message = in.readNBytes(length);
    if (message.length < length) {
      throw new CorruptFileException(
          "message %d ends after %d of %d bytes".formatted(messages, message.length, length));
    }
    return Optional.of(new RawUnit(message, SpanEnds.inOtlpProto(message)));
  }

  private int readLength(int first) throws IOException, CorruptFileException {
    int length = -1;
    try {
      length = CodedInputStream.readRawVarint32(first, in);
    } catch (InvalidProtocolBufferException e) {
      // The varint is cut off or invalid; the check below refuses it.
    }
    if (length < 0 || length > MAX_UNIT_BYTES) {
      throw new CorruptFileException(
          "message %d has no length of at most %d".formatted(messages, MAX_UNIT_BYTES));
    }
    return length;
  }
}
