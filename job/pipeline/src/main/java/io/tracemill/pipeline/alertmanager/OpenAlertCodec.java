package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.alert.Incident.Severity;
import io.tracemill.pipeline.serialization.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Incident, severity (1), service; firing (1), start (8), end (8); number of annotations (1), each
 * its name and text; link; told until (8). Texts are bounded, so that {@code writeUTF} holds them.
 */
public final class OpenAlertCodec implements Codec<OpenAlert> {
  private static final long serialVersionUID = 1;
  private static final Severity[] SEVERITIES = Severity.values();

  @Override
  public void write(OpenAlert alert, DataOutput out) throws IOException {
    AlertPost post = alert.post();
    out.writeUTF(post.identity().incident());
    out.writeByte(post.identity().severity().ordinal());
    out.writeUTF(post.identity().service());
    out.writeBoolean(post.firing());
    out.writeLong(post.startMillis());
    out.writeLong(post.endMillis());
    out.writeByte(post.annotations().size());
    for (Map.Entry<String, String> annotation : post.annotations().entrySet()) {
      out.writeUTF(annotation.getKey());
      out.writeUTF(annotation.getValue());
    }
    out.writeUTF(post.link());
    out.writeLong(alert.toldUntilMillis());
  }

  @Override
  public OpenAlert read(DataInput in) throws IOException {
    AlertIdentity identity =
        new AlertIdentity(in.readUTF(), SEVERITIES[in.readByte()], in.readUTF());
    boolean firing = in.readBoolean();
    long startMillis = in.readLong();
    long endMillis = in.readLong();
    SortedMap<String, String> annotations = new TreeMap<>();
    int count = in.readByte();
    for (int i = 0; i < count; i++) {
      annotations.put(in.readUTF(), in.readUTF());
    }
    AlertPost post =
        new AlertPost(identity, firing, startMillis, endMillis, annotations, in.readUTF());
    return new OpenAlert(post, in.readLong());
  }
}
