package io.tracemill.connectors.formats;

import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.SpanSink;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/**
 * Records as some senders wrap them: compressed by gzip, or with the id of a schema before them, as
 * Confluent's serializers write it. No format begins with the first byte of either.
 */
final class WrappedRecords implements RecordDecoder {
  /** More than brokers take as a record. */
  private static final int MAX_UNZIPPED = 32 << 20;

  private static final byte[] GZIP = {0x1F, (byte) 0x8B};
  private static final byte CONFLUENT = 0;

  /** The byte 0, and four of the schema's id. */
  private static final int SCHEMA_BYTES = 5;

  /** A struct in Thrift's binary protocol, with which a list of Zipkin's spans begins. */
  private static final byte THRIFT_STRUCT = 0x0C;

  private final RecordDecoder decoder;

  WrappedRecords(RecordDecoder decoder) {
    this.decoder = decoder;
  }

  @Override
  public DecodeResult decode(byte[] record, SpanSink spans) {
    try {
      return decoder.decode(unwrapped(record), spans);
    } catch (MalformedRecordException e) {
      return new DecodeResult.Malformed(e.reason());
    }
  }

  /** The record that the sender wrapped; the same bytes if it did not. */
  static byte[] unwrapped(byte[] record) throws MalformedRecordException {
    byte first = record.length > SCHEMA_BYTES ? record[0] : 1;
    if (first == GZIP[0] && record[1] == GZIP[1]) {
      return unzipped(record);
    } else if (first == CONFLUENT) {
      return Arrays.copyOfRange(record, behindSchema(record), record.length);
    } else if (first == THRIFT_STRUCT) {
      throw new MalformedRecordException(
          "Zipkin's Thrift, which is not read; send JSON or protobuf of version 2");
    }
    return record;
  }

  private static byte[] unzipped(byte[] record) throws MalformedRecordException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(record))) {
      byte[] plain = in.readNBytes(MAX_UNZIPPED);
      if (plain.length == MAX_UNZIPPED) {
        throw new MalformedRecordException("gzip of %d bytes or more".formatted(MAX_UNZIPPED));
      }
      return plain;
    } catch (IOException e) {
      throw new MalformedRecordException("gzip that cannot be unpacked: " + e.getMessage());
    }
  }

  /** In protobuf, a list selects the message in the schema: its length, doubled, and positions. */
  private static int behindSchema(byte[] record) {
    int next = record[SCHEMA_BYTES];
    boolean json = next == '{' || next == '[' || next < 0;
    return json ? SCHEMA_BYTES : Math.min(SCHEMA_BYTES + 1 + next / 2, record.length);
  }
}
