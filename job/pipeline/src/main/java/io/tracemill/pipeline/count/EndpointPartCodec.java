package io.tracemill.pipeline.count;

import io.tracemill.analysis.anomaly.traffic.CheckedRequest;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import io.tracemill.pipeline.serialization.SmileCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * Endpoint, pane (8), whether there are sums, the sums, the rows, whether there is a request, it.
 */
public final class EndpointPartCodec implements Codec<EndpointPart> {
  /** The type information of parts on their way to their endpoint. */
  public static final TypeInformation<EndpointPart> TYPE =
      new CodecTypeInfo<>(EndpointPart.class, new EndpointPartCodec());

  private static final SmileCodec<CheckedRequest> CHECKED = new SmileCodec<>(CheckedRequest.class);
  private static final FrameCodec FRAMES = new FrameCodec();

  @Override
  public void write(EndpointPart part, DataOutput out) throws IOException {
    FRAMES.write(part.endpoint(), out);
    out.writeLong(part.paneMillis());
    out.writeBoolean(part.sums().isPresent());
    if (part.sums().isPresent()) {
      SealedSums.write(part.sums().get(), out);
    }
    RequestRow.write(part.rows(), out);
    out.writeBoolean(part.checked().isPresent());
    if (part.checked().isPresent()) {
      CHECKED.write(part.checked().get(), out);
    }
  }

  @Override
  public EndpointPart read(DataInput in) throws IOException {
    Frame endpoint = FRAMES.read(in);
    long paneMillis = in.readLong();
    Optional<EndpointSums> sums =
        in.readBoolean() ? Optional.of(SealedSums.read(in)) : Optional.empty();
    List<RequestRow> rows = RequestRow.read(in);
    Optional<CheckedRequest> checked =
        in.readBoolean() ? Optional.of(CHECKED.read(in)) : Optional.empty();
    return new EndpointPart(endpoint, paneMillis, sums, rows, checked);
  }
}
