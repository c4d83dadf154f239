package io.tracemill.pipeline.quality;

import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.quality.Watch.Reason;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * Pane (8), scope, counts, whether a watch follows (1); the watch: state (1), reason (1), until
 * (8).
 */
public final class QualityDeltaCodec implements Codec<QualityDelta> {
  private static final long serialVersionUID = 1;
  private static final WatchState[] STATES = WatchState.values();
  private static final Reason[] REASONS = Reason.values();
  private static final long NEVER = Long.MIN_VALUE;
  private static final QualityScopeCodec SCOPES = new QualityScopeCodec();

  /** How counts travel. */
  public static final TypeInformation<QualityDelta> TYPE =
      new CodecTypeInfo<>(QualityDelta.class, new QualityDeltaCodec());

  @Override
  public void write(QualityDelta delta, DataOutput out) throws IOException {
    out.writeLong(delta.paneMillis());
    SCOPES.write(delta.scope(), out);
    delta.counts().write(out);
    out.writeBoolean(delta.watch().isPresent());
    if (delta.watch().isPresent()) {
      writeWatch(delta.watch().get(), out);
    }
  }

  private static void writeWatch(Watch watch, DataOutput out) throws IOException {
    out.writeByte(watch.state().ordinal());
    out.writeByte(watch.reason().map(Reason::ordinal).orElse(-1));
    out.writeLong(watch.untilMillis().orElse(NEVER));
  }

  @Override
  public QualityDelta read(DataInput in) throws IOException {
    return new QualityDelta(
        in.readLong(),
        SCOPES.read(in),
        QualityCounts.read(in),
        in.readBoolean() ? Optional.of(readWatch(in)) : Optional.empty());
  }

  private static Watch readWatch(DataInput in) throws IOException {
    WatchState state = STATES[in.readByte()];
    int reason = in.readByte();
    long until = in.readLong();
    return new Watch(
        state,
        reason < 0 ? Optional.empty() : Optional.of(REASONS[reason]),
        until == NEVER ? OptionalLong.empty() : OptionalLong.of(until));
  }
}
