package io.tracemill.pipeline.serialization;

import com.fasterxml.jackson.databind.util.StdConverter;
import io.tracemill.analysis.layer.OperationSums;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.NumberedTable;
import io.tracemill.analysis.varint.Text;
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
      NumberedTable<Frame> names = new NumberedTable<>();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        sums.write(
            new DataOutputStream(bytes),
            (out, frame) -> {
              if (names.writeNumber(out, frame)) {
                Text.write(out, frame.service());
                Text.write(out, frame.operation());
              }
            });
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }
  }

  static final class Reader extends StdConverter<byte[], OperationSums> {
    @Override
    public OperationSums convert(byte[] bytes) {
      NumberedTable<Frame> names = new NumberedTable<>();
      try {
        return OperationSums.read(
            new DataInputStream(new ByteArrayInputStream(bytes)),
            in -> names.read(in, from -> Frame.of(Text.read(from), Text.read(from))));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
