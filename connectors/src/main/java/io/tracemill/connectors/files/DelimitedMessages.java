package io.tracemill.connectors.files;

import com.github.luben.zstd.ZstdInputStream;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * OTLP requests, each with its length before it; each is a unit. The length is a varint, or the
 * four bytes of the Collector's file exporter, which may also compress each request with zstd.
 */
final class DelimitedMessages implements UnitReader {
  private final InputStream in;
  private final boolean fourBytes;
  private final SpanEnds ends = new SpanEnds();
  private long messages;

  /** Reads messages; {@code fourBytes} tells whether their lengths have four bytes. */
  DelimitedMessages(InputStream in, boolean fourBytes) {
    this.in = in;
    this.fourBytes = fourBytes;
  }

  @Override
  public Optional<RawUnit> next() throws IOException, CorruptFileException {
    int first = in.read();
    if (first < 0) {
      return Optional.empty();
    }
    messages++;
    int length = fourBytes ? readInt(first) : readVarint(first);
    if (length < 0 || length > MAX_UNIT_BYTES) {
      throw new CorruptFileException(
          "message %d has no valid length (at most %d)".formatted(messages, MAX_UNIT_BYTES));
    }
    byte[] message = in.readNBytes(length);
    if (message.length < length) {
      throw new CorruptFileException(
          "message %d ends after %d of %d bytes".formatted(messages, message.length, length));
    }
    byte[] plain = Compression.ZSTD.begins(message) ? unpacked(message) : message;
    FileFormat format =
        plain.length > 0 && plain[0] == '{' ? FileFormat.OTLP_JSON : FileFormat.OTLP_PROTO;
    return Optional.of(new RawUnit(plain, format, ends.in(plain, format)));
  }

  private byte[] unpacked(byte[] message) throws IOException, CorruptFileException {
    try (InputStream zstd = new ZstdInputStream(new ByteArrayInputStream(message))) {
      byte[] plain = zstd.readNBytes(MAX_UNIT_BYTES);
      if (plain.length == MAX_UNIT_BYTES) {
        throw new CorruptFileException("message %d is too large".formatted(messages));
      }
      return plain;
    }
  }

  private int readInt(int first) throws IOException {
    byte[] rest = in.readNBytes(3);
    if (rest.length < 3) {
      return -1;
    }
    return first << 24 | (rest[0] & 0xFF) << 16 | (rest[1] & 0xFF) << 8 | (rest[2] & 0xFF);
  }

  private int readVarint(int first) throws IOException {
    try {
      return CodedInputStream.readRawVarint32(first, in);
    } catch (InvalidProtocolBufferException e) {
      // The varint is cut off or invalid.
      return -1;
    }
  }
}
