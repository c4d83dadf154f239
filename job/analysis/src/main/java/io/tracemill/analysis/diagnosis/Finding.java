package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.layer.AggregateTrace;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;

/**
 * A place where requests spend time, with its parts in the layer below (tprof section 3.7).
 *
 * @param layer 1 to 4
 * @param operation what the slow span is called
 * @param endpoint whose requests they are; empty in layer 1
 * @param part of the slow span; empty in layers 1 and 2
 * @param times of {@link #kind}, for each execution
 * @param tail whether the slowest requests alone are slow there; then the findings below describe
 *     them alone
 * @param score the larger, the higher its rank among the findings of one layer
 * @param coverage share of the requests that are in the group: in layer 2 of all requests, in
 *     layers 3 and 4 of the endpoint's
 * @param below the findings of the next layer, first the one with the highest rank
 */
public record Finding(
    int layer,
    Kind kind,
    Frame operation,
    Optional<Frame> endpoint,
    Optional<Part> part,
    Times times,
    boolean tail,
    double score,
    double coverage,
    List<Finding> below) {
  /** What was measured. */
  public enum Kind {
    OPERATION_SELF,
    SPAN,
    CHILD_DIFF,
    END_DIFF,
    SUB_SPAN
  }

  /**
   * A part of a span.
   *
   * @param group structure signature in layer 3, order signature in layer 4
   * @param position of the span in the group
   * @param number of the part: it ends with the begin of this child, or with the end of the span
   * @param aggregate the average trace of the group, which has the part in it; empty in layer 3
   */
  public record Part(
      CallTreeSignature group, int position, int number, Optional<AggregateTrace> aggregate) {}

  public Finding {
    below = List.copyOf(below);
  }

  /** The same with the findings of the next layer. */
  Finding withBelow(List<Finding> found) {
    return new Finding(layer, kind, operation, endpoint, part, times, tail, score, coverage, found);
  }

  /** The same with the average trace of its group. */
  Finding withAggregate(AggregateTrace aggregate) {
    Optional<Part> shown =
        part.map(p -> new Part(p.group(), p.position(), p.number(), Optional.of(aggregate)));
    return new Finding(
        layer, kind, operation, endpoint, shown, times, tail, score, coverage, below);
  }
}
