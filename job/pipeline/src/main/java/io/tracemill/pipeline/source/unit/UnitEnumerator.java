package io.tracemill.pipeline.source.unit;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.jspecify.annotations.Nullable;

/** Gives the split to the first reader that registers, and nothing to all others. */
final class UnitEnumerator implements SplitEnumerator<UnitSplit, List<UnitSplit>> {
  private final SplitEnumeratorContext<UnitSplit> context;

  /** Holds at most one. */
  private final List<UnitSplit> unassigned;

  UnitEnumerator(SplitEnumeratorContext<UnitSplit> context, List<UnitSplit> unassigned) {
    this.context = context;
    this.unassigned = new ArrayList<>(unassigned);
  }

  @Override
  public void start() {}

  @Override
  public void handleSplitRequest(int subtask, @Nullable String hostname) {}

  @Override
  public void addReader(int subtask) {
    unassigned.forEach(split -> context.assignSplit(split, subtask));
    unassigned.clear();
    context.signalNoMoreSplits(subtask);
  }

  /** Kept for the failed reader's successor, which registers again. */
  @Override
  public void addSplitsBack(List<UnitSplit> splits, int subtask) {
    unassigned.addAll(splits);
  }

  @Override
  public List<UnitSplit> snapshotState(long checkpointId) {
    return List.copyOf(unassigned);
  }

  @Override
  public void close() {}
}
