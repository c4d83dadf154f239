package io.tracemill.pipeline.serialization;

import com.fasterxml.jackson.databind.util.StdConverter;
import io.tracemill.analysis.layer.OperationSums;
import io.tracemill.analysis.span.NameTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes the sums of operations in their own format within a Smile record; each name is written
 * once.
 */
final class OperationSumsBytes {
  private OperationSumsBytes() {}

  static final class Writer extends StdConverter<OperationSums, byte[]> {
    @Override
    public byte[] convert(OperationSums sums) {
      NameTable names = new NameTable();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        sums.write(new DataOutputStream(bytes), names::writeFrame);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }
  }

  static final class Reader extends StdConverter<byte[], OperationSums> {
    @Override
    public OperationSums convert(byte[] bytes) {
      NameTable names = new NameTable();
      try {
        return OperationSums.read(
            new DataInputStream(new ByteArrayInputStream(bytes)), names::readFrame);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
