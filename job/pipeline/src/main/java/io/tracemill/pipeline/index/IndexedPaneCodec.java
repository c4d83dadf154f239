package io.tracemill.pipeline.index;

import io.tracemill.analysis.index.IndexedPane;
import io.tracemill.analysis.span.NameTable;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Format: start, length and requests (8 bytes each), endpoint, kind (1), version (4), bytes. */
public final class IndexedPaneCodec implements Codec<IndexedPane> {
  private static final long serialVersionUID = 1;

  static final TypeInformation<IndexedPane> TYPE =
      new CodecTypeInfo<>(IndexedPane.class, new IndexedPaneCodec());

  @Override
  public void write(IndexedPane pane, DataOutput out) throws IOException {
    out.writeLong(pane.timeMillis());
    out.writeLong(pane.lengthMillis());
    out.writeLong(pane.requests());
    new NameTable().writeFrame(out, pane.endpoint());
    out.writeByte(pane.kind().ordinal());
    out.writeInt(pane.version());
    out.writeInt(pane.bytes().length);
    out.write(pane.bytes());
  }

  @Override
  public IndexedPane read(DataInput in) throws IOException {
    long timeMillis = in.readLong();
    long lengthMillis = in.readLong();
    long requests = in.readLong();
    var endpoint = new NameTable().readFrame(in);
    IndexedPane.Kind kind = IndexedPane.Kind.values()[in.readUnsignedByte()];
    int version = in.readInt();
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new IndexedPane(timeMillis, lengthMillis, endpoint, requests, kind, version, bytes);
  }
}
