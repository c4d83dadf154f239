package io.tracemill.pipeline.judge;

import io.tracemill.pipeline.serialization.CodecTypeInfo;
import io.tracemill.pipeline.serialization.SmileCodec;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Incidents with their endpoint, in Smile. */
public final class RoutedIncidentCodec extends SmileCodec<RoutedIncident> {
  private static final long serialVersionUID = 1;

  /** The type information of incidents on their way to the endpoint that explains them. */
  public static final TypeInformation<RoutedIncident> TYPE =
      new CodecTypeInfo<>(RoutedIncident.class, new RoutedIncidentCodec());

  public RoutedIncidentCodec() {
    super(RoutedIncident.class);
  }
}
