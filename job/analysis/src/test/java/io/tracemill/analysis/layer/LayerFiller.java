package io.tracemill.analysis.layer;

import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.signature.SiblingOrder;
import io.tracemill.analysis.signature.SignatureCalculator;
import io.tracemill.analysis.signature.Signatures;
import io.tracemill.analysis.subspan.SpanTimes;
import io.tracemill.analysis.trace.TraceTree;

/** Adds requests that are whole trees to sums. */
public final class LayerFiller {
  private final SiblingOrder siblings = new SiblingOrder();
  private final SignatureCalculator signatures;
  private final SpanTimes times = new SpanTimes();

  public LayerFiller(long overlapToleranceNanos) {
    signatures = new SignatureCalculator(Fold.LOG2, overlapToleranceNanos, siblings);
  }

  /** Adds the request; returns its signatures. */
  public Signatures add(TraceTree tree, LayerSums to) {
    Signatures found = signatures.of(tree, 0);
    times.read(tree, 0, siblings);
    to.add(
        tree.traceId(),
        tree.spanId(0),
        tree.endNanos(0) - tree.startNanos(0),
        found,
        times,
        () -> times.layout(tree));
    return found;
  }

  /** The span times of the last request. */
  public SpanTimes times() {
    return times;
  }
}
