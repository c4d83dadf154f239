package io.tracemill.pipeline.source.unit;

import static java.util.Objects.requireNonNull;

import io.tracemill.pipeline.source.EncodedRecord;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A bounded source of the records of a {@link RecordSupplier}, in their order.
 *
 * <p>There is one split, so additional readers end at once. A read error fails the job.
 */
public final class UnitSource
    implements Source<EncodedRecord, UnitSplit, List<UnitSplit>>,
        ResultTypeQueryable<EncodedRecord> {
  private static final long serialVersionUID = 1;

  private final RecordSupplier records;

  public UnitSource(RecordSupplier records) {
    this.records = requireNonNull(records, "records");
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<EncodedRecord, UnitSplit> createReader(SourceReaderContext context) {
    return new UnitReader(records);
  }

  @Override
  public SplitEnumerator<UnitSplit, List<UnitSplit>> createEnumerator(
      SplitEnumeratorContext<UnitSplit> context) {
    return new UnitEnumerator(context, List.of(UnitSplit.WHOLE));
  }

  @Override
  public SplitEnumerator<UnitSplit, List<UnitSplit>> restoreEnumerator(
      SplitEnumeratorContext<UnitSplit> context, List<UnitSplit> unassigned) {
    return new UnitEnumerator(context, unassigned);
  }

  @Override
  public SimpleVersionedSerializer<UnitSplit> getSplitSerializer() {
    return new UnitSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<List<UnitSplit>> getEnumeratorCheckpointSerializer() {
    return new UnassignedSerializer();
  }

  @Override
  public TypeInformation<EncodedRecord> getProducedType() {
    return EncodedRecord.TYPE;
  }
}
