package io.tracemill.pipeline.sink;

import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * Number of the stream (1), key, value, timestamp (8), and headers as name and value; arrays after
 * their length.
 */
public final class ResultRecordCodec implements Codec<ResultRecord> {
  private static final long serialVersionUID = 1;

  /** How results travel. */
  public static final TypeInformation<ResultRecord> TYPE =
      new CodecTypeInfo<>(ResultRecord.class, new ResultRecordCodec());

  @Override
  public void write(ResultRecord record, DataOutput out) throws IOException {
    out.writeByte(record.stream().number());
    writeBytes(record.key(), out);
    writeBytes(record.value(), out);
    out.writeLong(record.timestampMillis());
    out.writeInt(record.headers().size());
    for (ResultRecord.Header header : record.headers()) {
      out.writeUTF(header.name());
      writeBytes(header.value(), out);
    }
  }

  @Override
  public ResultRecord read(DataInput in) throws IOException {
    ResultStream stream = readStream(in);
    byte[] key = readBytes(in);
    byte[] value = readBytes(in);
    long timestamp = in.readLong();
    List<ResultRecord.Header> headers = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      headers.add(new ResultRecord.Header(in.readUTF(), readBytes(in)));
    }
    return new ResultRecord(stream, key, value, timestamp, headers);
  }

  private static ResultStream readStream(DataInput in) throws IOException {
    int number = in.readByte();
    return ResultStream.ofNumber(number)
        .orElseThrow(() -> new IOException("a result of an unknown stream " + number));
  }

  private static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }
}
