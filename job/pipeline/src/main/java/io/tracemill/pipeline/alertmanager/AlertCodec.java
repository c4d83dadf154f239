package io.tracemill.pipeline.alertmanager;

import io.tracemill.pipeline.serialization.CodecTypeInfo;
import io.tracemill.pipeline.serialization.SmileCodec;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Alerts on their way to the one task that posts them, and in its state, in Smile. */
public final class AlertCodec extends SmileCodec<Alert> {
  private static final long serialVersionUID = 1;

  static final TypeInformation<Alert> TYPE = new CodecTypeInfo<>(Alert.class, new AlertCodec());

  public AlertCodec() {
    super(Alert.class);
  }
}
