package io.tracemill.store.sink;

import java.io.IOException;
import org.apache.flink.streaming.api.functions.sink.filesystem.PartFileInfo;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.CheckpointRollingPolicy;

/** Begins a new file at each checkpoint and above a size. */
final class BoundedFiles<T> extends CheckpointRollingPolicy<T, String> {
  private static final long serialVersionUID = 1;

  private final long maxBytes;

  BoundedFiles(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public boolean shouldRollOnEvent(PartFileInfo<String> file, T row) throws IOException {
    return file.getSize() >= maxBytes;
  }

  @Override
  public boolean shouldRollOnProcessingTime(PartFileInfo<String> file, long now) {
    return false;
  }
}
