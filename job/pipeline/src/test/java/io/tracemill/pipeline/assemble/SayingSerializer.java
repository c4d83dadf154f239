package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.AssembledTrace;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Stands for the analysis, which is next in the chain: a harness copies what is emitted before the
 * emission returns, and then the trace hears its endpoint. A trace that had closed before, without
 * being known, stays so.
 */
final class SayingSerializer extends TypeSerializerSingleton<AssembledTrace> {
  private static final long serialVersionUID = 1;

  /** What every trace is known by. */
  static final Frame ENDPOINT = Frame.of("front", "op");

  @Override
  public AssembledTrace copy(AssembledTrace from) {
    if (!from.reopened()) {
      from.endpoint().say(ENDPOINT);
    }
    return from;
  }

  @Override
  public AssembledTrace copy(AssembledTrace from, AssembledTrace reuse) {
    return copy(from);
  }

  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public AssembledTrace createInstance() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(AssembledTrace trace, DataOutputView target) {
    throw new UnsupportedOperationException();
  }

  @Override
  public AssembledTrace deserialize(DataInputView source) {
    throw new UnsupportedOperationException();
  }

  @Override
  public AssembledTrace deserialize(AssembledTrace reuse, DataInputView source) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) {
    throw new UnsupportedOperationException();
  }

  @Override
  public TypeSerializerSnapshot<AssembledTrace> snapshotConfiguration() {
    throw new UnsupportedOperationException();
  }
}
