package io.tracemill.pipeline.store;

import io.tracemill.analysis.span.NameTable;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import io.tracemill.store.layout.StoredPane;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Format: start, length and requests (8 bytes each), endpoint, version (4), bytes. */
public final class StoredPaneCodec implements Codec<StoredPane> {
  private static final long serialVersionUID = 1;

  static final TypeInformation<StoredPane> TYPE =
      new CodecTypeInfo<>(StoredPane.class, new StoredPaneCodec());

  @Override
  public void write(StoredPane pane, DataOutput out) throws IOException {
    out.writeLong(pane.timeMillis());
    out.writeLong(pane.lengthMillis());
    out.writeLong(pane.requests());
    new NameTable().writeFrame(out, pane.endpoint());
    out.writeInt(pane.version());
    out.writeInt(pane.bytes().length);
    out.write(pane.bytes());
  }

  @Override
  public StoredPane read(DataInput in) throws IOException {
    long timeMillis = in.readLong();
    long lengthMillis = in.readLong();
    long requests = in.readLong();
    var endpoint = new NameTable().readFrame(in);
    int version = in.readInt();
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new StoredPane(timeMillis, lengthMillis, endpoint, requests, version, bytes);
  }
}
