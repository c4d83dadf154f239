package io.tracemill.analysis.request;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import java.util.Arrays;
import java.util.List;

/** Finds the frame that names an entry request: the first frame that is not skipped. */
final class EndpointNames {
  private static final byte UNKNOWN = 0;
  private static final byte KEPT = 1;
  private static final byte SKIPPED = 2;

  private final List<EndpointPattern> skip;

  /** By the vocabulary's number of a frame: whether the patterns skip it. */
  private byte[] verdicts = {};

  private int generation;

  EndpointNames(List<EndpointPattern> skip) {
    this.skip = skip;
  }

  /**
   * The frame of the earliest span that is not skipped and has only skipped spans above it; the
   * root's frame if there is none.
   */
  Frame endpoint(TraceTree tree) {
    if (skip.isEmpty() || !skipped(tree, 0)) {
      return tree.frame(0);
    }
    int best = 0;
    int span = 1;
    while (span < tree.size()) {
      if (skipped(tree, span) && !tree.orphan(span)) {
        span++;
      } else {
        if (!tree.orphan(span) && (best == 0 || tree.startNanos(span) < tree.startNanos(best))) {
          best = span;
        }
        span = tree.subtreeEnd(span);
      }
    }
    return tree.frame(best);
  }

  private boolean skipped(TraceTree tree, int span) {
    if (generation != tree.vocabulary().generation()) {
      generation = tree.vocabulary().generation();
      verdicts = new byte[0];
    }
    int frame = tree.frameNumber(span);
    if (frame >= verdicts.length) {
      verdicts = Arrays.copyOf(verdicts, tree.vocabulary().size());
    }
    if (verdicts[frame] == UNKNOWN) {
      verdicts[frame] = matches(tree.frame(span)) ? SKIPPED : KEPT;
    }
    return verdicts[frame] == SKIPPED;
  }

  private boolean matches(Frame frame) {
    for (EndpointPattern pattern : skip) {
      if (pattern.matches(frame)) {
        return true;
      }
    }
    return false;
  }
}
