package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.List;
import java.util.Optional;

/**
 * A place where requests spend time, with its parts in the layer below (tprof section 3.7).
 *
 * @param layer 1 to 4
 * @param operation the operation of the slow span
 * @param endpoint the endpoint of the requests; empty in layer 1
 * @param part the part of the slow span; empty in layers 1 and 2
 * @param times the durations of {@link #kind}, one for each execution
 * @param whole the durations of {@link Kind#whole}, the operation or span that contains the part
 * @param tail whether only the slowest requests are slow there. Layer 1 says what its first finding
 *     below says. Below layer 2, findings then describe only these requests
 * @param score the value by which the findings of one layer are ranked
 * @param explained the share of the requests' durations for which their critical paths wait there.
 *     Layer 1 counts all requests, layers 2 to 4 those of the endpoint. In a tail issue, layers 3
 *     and 4 count only the slowest of them
 * @param coverage the group's share of requests: of all requests in layer 2, of the endpoint's in
 *     layers 3 and 4
 * @param unnamed share of the group's requests that no group of the next layer has, because only
 *     their critical paths were kept
 * @param exemplar in layers 3 and 4, the trace with the largest value
 * @param below the findings of the next layer, first the one with the highest rank
 */
public record Finding(
    int layer,
    Kind kind,
    Frame operation,
    Optional<Frame> endpoint,
    Optional<Part> part,
    Times times,
    Times whole,
    boolean tail,
    double score,
    double explained,
    double coverage,
    double unnamed,
    Optional<TraceId> exemplar,
    List<Finding> below) {
  /** What was measured. */
  public enum Kind {
    /** Durations of an operation's spans. */
    OPERATION,
    /** The parts of an operation's spans in which no child ran. */
    OPERATION_SELF,
    /** Durations of a span. */
    SPAN,
    /** From the start of a child, or of the span, to the start of the next child. */
    CHILD_DIFF,
    /** From the last end of a child to the end of the span. */
    END_DIFF,
    /** From the latest event to the start of a child, or to the end of the span. */
    SUB_SPAN;

    /** The kind of a finding's {@link Finding#whole}. */
    public Kind whole() {
      return this == OPERATION || this == OPERATION_SELF ? OPERATION : SPAN;
    }
  }

  /**
   * A part of a span. In layer 3 it is pooled over all structures whose requests have the same part
   * under the same calls.
   *
   * @param group order signature in layer 4; structure signature in layer 3, of the costliest one
   * @param groups how many structures or orders have it
   * @param position the position of the span, by begin; in layer 3, in its costliest order
   * @param number the number of the part, which ends when this child starts, or with the span; in
   *     layer 3, in its costliest order
   * @param path calls from the first span down to this one
   * @param before the call that ends the part; empty if the part ends with the span
   * @param aggregate the average trace of the group, which contains the part; empty in layer 3
   */
  public record Part(
      CallTreeSignature group,
      int groups,
      int position,
      int number,
      List<Call> path,
      Optional<Call> before,
      Optional<AggregateTrace> aggregate) {
    public Part {
      path = List.copyOf(path);
    }
  }

  public Finding {
    below = List.copyOf(below);
  }

  static double share(double part, double all) {
    return all == 0 ? 0 : part / all;
  }
}
