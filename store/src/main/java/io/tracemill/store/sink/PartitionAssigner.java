package io.tracemill.store.sink;

import io.tracemill.store.layout.StoreLayout;
import java.io.Serializable;
import java.util.function.ToLongFunction;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;

/** Puts each row in the hour of its time. */
final class PartitionAssigner<T> implements BucketAssigner<T, String> {
  private static final long serialVersionUID = 1;

  private final Time<T> time;

  /** The time of a row, milliseconds since the epoch. */
  interface Time<T> extends ToLongFunction<T>, Serializable {}

  PartitionAssigner(Time<T> time) {
    this.time = time;
  }

  @Override
  public String getBucketId(T row, Context context) {
    return StoreLayout.partition(time.applyAsLong(row));
  }

  @Override
  public SimpleVersionedSerializer<String> getSerializer() {
    return SimpleVersionedStringSerializer.INSTANCE;
  }
}
