package io.tracemill.pipeline.judge;

import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.SlideReader;
import io.tracemill.analysis.mutation.SlideWriter;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** As a {@link SlideWriter} writes it. */
public final class EndpointSlideCodec implements Codec<EndpointSlide> {
  private static final long serialVersionUID = 1;

  /** How slides travel to the judge. */
  public static final TypeInformation<EndpointSlide> TYPE =
      new CodecTypeInfo<>(EndpointSlide.class, new EndpointSlideCodec());

  @Override
  public void write(EndpointSlide slide, DataOutput out) throws IOException {
    new SlideWriter(out).slide(slide);
  }

  @Override
  public EndpointSlide read(DataInput in) throws IOException {
    return read(in, version());
  }

  @Override
  public EndpointSlide read(DataInput in, int version) throws IOException {
    return new SlideReader(in, version).slide();
  }

  @Override
  public int version() {
    return SlideWriter.VERSION;
  }

  @Override
  public int oldestReadable() {
    return SlideReader.OLDEST;
  }
}
