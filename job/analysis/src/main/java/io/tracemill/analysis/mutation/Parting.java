package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.span.Frame;
import java.util.List;

/**
 * Where two flows part: the place at which a frame began or ceased to make a call.
 *
 * @param callPath from the root down to the frame that makes other calls than before
 * @param calls what it calls otherwise: one callee, or one that another has replaced
 */
public record Parting(List<Frame> callPath, List<CallChange> calls) {
  public Parting {
    callPath = List.copyOf(callPath);
    calls = List.copyOf(calls);
  }

  /**
   * How often a frame is called in a row; 0 for not at all, else the shortest run that is not told
   * from it ({@link io.tracemill.analysis.signature.Fold}).
   */
  public record CallChange(Frame callee, int before, int after) {}

  /** The frame that makes other calls than before. */
  public Culprit culprit() {
    return new FrameCulprit(callPath.get(callPath.size() - 1));
  }
}
