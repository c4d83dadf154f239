package io.tracemill.pipeline.topology;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource.NumberSequenceSplit;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * The positions of so many records, with a gate: a test says up to which record it may read. It
 * resumes from snapshots. Gates have names, since sources are copied to where they run.
 */
final class GatedSource
    implements Source<Long, NumberSequenceSplit, Collection<NumberSequenceSplit>>,
        ResultTypeQueryable<Long> {
  private static final long serialVersionUID = 1;
  private static final Map<String, Gate> GATES = new ConcurrentHashMap<>();

  private final NumberSequenceSource positions;
  private final String gate;

  /** Reads nothing until the gate of this name is opened. */
  GatedSource(int records, String gate) {
    this.positions = new NumberSequenceSource(0, records - 1);
    this.gate = gate;
  }

  /** The gate of this name, closed at first. */
  public static Gate gate(String name) {
    return GATES.computeIfAbsent(name, added -> new Gate());
  }

  /** Lets a source read, up to a number of records. */
  public static final class Gate {
    private long limit;
    private CompletableFuture<Void> moved = new CompletableFuture<>();
    private CompletableFuture<Void> reached = new CompletableFuture<>();

    /** Lets records pass until there were so many; done when they have passed. */
    public synchronized CompletableFuture<Void> openUntil(long records) {
      limit = records;
      reached = new CompletableFuture<>();
      moved.complete(null);
      return reached;
    }

    /** Lets all records pass. */
    public synchronized void open() {
      limit = Long.MAX_VALUE;
      moved.complete(null);
    }

    private synchronized CompletableFuture<Void> permit(long position) {
      if (position < limit) {
        return CompletableFuture.completedFuture(null);
      }
      reached.complete(null);
      if (moved.isDone()) {
        moved = new CompletableFuture<>();
      }
      return moved;
    }
  }

  @Override
  public SourceReader<Long, NumberSequenceSplit> createReader(SourceReaderContext context) {
    return new GatedReader(positions.createReader(context), gate(gate));
  }

  private record GatedReader(SourceReader<Long, NumberSequenceSplit> reader, Gate gate)
      implements SourceReader<Long, NumberSequenceSplit> {
    @Override
    public InputStatus pollNext(ReaderOutput<Long> output) throws Exception {
      return permit().isDone() ? reader.pollNext(output) : InputStatus.NOTHING_AVAILABLE;
    }

    private CompletableFuture<Void> permit() {
      List<NumberSequenceSplit> splits = reader.snapshotState(0);
      return splits.isEmpty() || !reader.isAvailable().isDone()
          ? reader.isAvailable()
          : gate.permit(splits.get(0).from());
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      return permit();
    }

    @Override
    public void start() {
      reader.start();
    }

    @Override
    public List<NumberSequenceSplit> snapshotState(long checkpointId) {
      return reader.snapshotState(checkpointId);
    }

    @Override
    public void addSplits(List<NumberSequenceSplit> splits) {
      reader.addSplits(splits);
    }

    @Override
    public void notifyNoMoreSplits() {
      reader.notifyNoMoreSplits();
    }

    @Override
    public void close() throws Exception {
      reader.close();
    }
  }

  @Override
  public Boundedness getBoundedness() {
    return positions.getBoundedness();
  }

  @Override
  public SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> createEnumerator(
      SplitEnumeratorContext<NumberSequenceSplit> context) {
    return positions.createEnumerator(context);
  }

  @Override
  public SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> restoreEnumerator(
      SplitEnumeratorContext<NumberSequenceSplit> context,
      Collection<NumberSequenceSplit> unassigned) {
    return positions.restoreEnumerator(context, unassigned);
  }

  @Override
  public SimpleVersionedSerializer<NumberSequenceSplit> getSplitSerializer() {
    return positions.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<Collection<NumberSequenceSplit>>
      getEnumeratorCheckpointSerializer() {
    return positions.getEnumeratorCheckpointSerializer();
  }

  @Override
  public TypeInformation<Long> getProducedType() {
    return positions.getProducedType();
  }
}
