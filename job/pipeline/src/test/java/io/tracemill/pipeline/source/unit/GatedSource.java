package io.tracemill.pipeline.source.unit;

import io.tracemill.pipeline.source.EncodedRecord;
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
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A {@link UnitSource} with a gate: a test says up to which record it may read. Gates have names,
 * since sources are copied to where they run.
 */
public final class GatedSource
    implements Source<EncodedRecord, UnitSplit, List<UnitSplit>>,
        ResultTypeQueryable<EncodedRecord> {
  private static final long serialVersionUID = 1;
  private static final Map<String, Gate> GATES = new ConcurrentHashMap<>();

  private final UnitSource units;
  private final String gate;

  /** Reads nothing until the gate of this name is opened. */
  public GatedSource(RecordSupplier records, String gate) {
    this.units = new UnitSource(records);
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
  public SourceReader<EncodedRecord, UnitSplit> createReader(SourceReaderContext context) {
    return new GatedReader(units.createReader(context), gate(gate));
  }

  private record GatedReader(SourceReader<EncodedRecord, UnitSplit> reader, Gate gate)
      implements SourceReader<EncodedRecord, UnitSplit> {
    @Override
    public InputStatus pollNext(ReaderOutput<EncodedRecord> output) throws Exception {
      return permit().isDone() ? reader.pollNext(output) : InputStatus.NOTHING_AVAILABLE;
    }

    private CompletableFuture<Void> permit() {
      List<UnitSplit> splits = reader.snapshotState(0);
      return splits.isEmpty() || !reader.isAvailable().isDone()
          ? reader.isAvailable()
          : gate.permit(splits.get(0).position());
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
    public List<UnitSplit> snapshotState(long checkpointId) {
      return reader.snapshotState(checkpointId);
    }

    @Override
    public void addSplits(List<UnitSplit> splits) {
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
    return units.getBoundedness();
  }

  @Override
  public SplitEnumerator<UnitSplit, List<UnitSplit>> createEnumerator(
      SplitEnumeratorContext<UnitSplit> context) {
    return units.createEnumerator(context);
  }

  @Override
  public SplitEnumerator<UnitSplit, List<UnitSplit>> restoreEnumerator(
      SplitEnumeratorContext<UnitSplit> context, List<UnitSplit> unassigned) {
    return units.restoreEnumerator(context, unassigned);
  }

  @Override
  public SimpleVersionedSerializer<UnitSplit> getSplitSerializer() {
    return units.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<List<UnitSplit>> getEnumeratorCheckpointSerializer() {
    return units.getEnumeratorCheckpointSerializer();
  }

  @Override
  public TypeInformation<EncodedRecord> getProducedType() {
    return units.getProducedType();
  }
}
