package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.TraceId;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Tombstones in checkpoints. Each subtask writes its own tombstones as one piece. At a restore,
 * each reads all pieces and keeps the tombstones of its own keys, at any parallelism. This is not
 * keyed state: with a million traces a minute, an entry and a timer for each would cost more than
 * the traces.
 */
final class TombstoneState {
  private final Tombstones tombstones;
  private final ListState<byte[]> pieces;

  /** The tombstones of this subtask, restored from a checkpoint if there is one. */
  TombstoneState(OperatorStateStore store, TaskInfo task, long ttlMillis) throws Exception {
    tombstones = new Tombstones(ttlMillis);
    pieces =
        store.getUnionListState(
            new ListStateDescriptor<>("tombstones", BytePrimitiveArraySerializer.INSTANCE));
    for (byte[] piece : pieces.get()) {
      tombstones.read(new DataInputDeserializer(piece), traceId -> isOwn(traceId, task));
    }
  }

  private static boolean isOwn(TraceId traceId, TaskInfo task) {
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(
            traceId, task.getMaxNumberOfParallelSubtasks(), task.getNumberOfParallelSubtasks())
        == task.getIndexOfThisSubtask();
  }

  Tombstones tombstones() {
    return tombstones;
  }

  /** Writes the current tombstones into the next checkpoint. */
  void snapshot() throws Exception {
    pieces.update(List.of(written()));
  }

  private byte[] written() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(1024);
    tombstones.write(out);
    return out.getCopyOfBuffer();
  }
}
