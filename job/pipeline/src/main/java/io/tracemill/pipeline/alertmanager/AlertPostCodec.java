package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * Incident, severity (1), service, endpoint, culprit; firing (1), start (8), end (8); number of
 * annotations (1), each its name and text; link. Texts are bounded, so that {@code writeUTF} holds
 * them.
 */
public final class AlertPostCodec implements Codec<AlertPost> {
  private static final long serialVersionUID = 1;

  /** How posts travel to the one task that sends them. */
  static final TypeInformation<AlertPost> TYPE =
      new CodecTypeInfo<>(AlertPost.class, new AlertPostCodec());

  private static final Severity[] SEVERITIES = Severity.values();

  @Override
  public void write(AlertPost post, DataOutput out) throws IOException {
    out.writeUTF(post.identity().incident());
    out.writeByte(post.identity().severity().ordinal());
    out.writeUTF(post.identity().service());
    out.writeUTF(post.identity().endpoint());
    out.writeUTF(post.identity().culprit());
    out.writeBoolean(post.firing());
    out.writeLong(post.startMillis());
    out.writeLong(post.endMillis());
    out.writeByte(post.annotations().size());
    for (Map.Entry<String, String> annotation : post.annotations().entrySet()) {
      out.writeUTF(annotation.getKey());
      out.writeUTF(annotation.getValue());
    }
    out.writeUTF(post.link());
  }

  @Override
  public AlertPost read(DataInput in) throws IOException {
    AlertIdentity identity =
        new AlertIdentity(
            in.readUTF(), SEVERITIES[in.readByte()], in.readUTF(), in.readUTF(), in.readUTF());
    boolean firing = in.readBoolean();
    long startMillis = in.readLong();
    long endMillis = in.readLong();
    SortedMap<String, String> annotations = new TreeMap<>();
    int count = in.readByte();
    for (int i = 0; i < count; i++) {
      annotations.put(in.readUTF(), in.readUTF());
    }
    return new AlertPost(identity, firing, startMillis, endMillis, annotations, in.readUTF());
  }
}
