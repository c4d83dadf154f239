package io.tracemill.pipeline.judge;

import io.tracemill.pipeline.aggregate.FrameCodec;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Endpoint, incident. */
public final class RoutedIncidentCodec implements Codec<RoutedIncident> {
  private static final long serialVersionUID = 1;

  /** How incidents travel to the endpoint that explains them. */
  public static final TypeInformation<RoutedIncident> TYPE =
      new CodecTypeInfo<>(RoutedIncident.class, new RoutedIncidentCodec());

  private static final FrameCodec FRAMES = new FrameCodec();
  private static final IncidentCodec INCIDENTS = new IncidentCodec();

  @Override
  public void write(RoutedIncident routed, DataOutput out) throws IOException {
    FRAMES.write(routed.endpoint(), out);
    INCIDENTS.write(routed.incident(), out);
  }

  @Override
  public RoutedIncident read(DataInput in) throws IOException {
    return new RoutedIncident(FRAMES.read(in), INCIDENTS.read(in));
  }
}
