package io.tracemill.analysis.layer;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The times of one operation's spans (tprof layers 1 and 2). A leaf's duration is its self time, so
 * it is added once. Mergeable.
 */
public final class OperationTimes {
  private final DurationSums leaves = new DurationSums();
  private final DurationSums wholes = new DurationSums();
  private final DurationSums selves = new DurationSums();

  void addLeaf(long nanos) {
    leaves.add(nanos);
  }

  void addParent(long nanos, long selfNanos) {
    wholes.add(nanos);
    selves.add(selfNanos);
  }

  /** Adds what {@code that} holds. */
  public void merge(OperationTimes that) {
    leaves.merge(that.leaves);
    wholes.merge(that.wholes);
    selves.merge(that.selves);
  }

  /** Durations of its spans. */
  public DurationSums durations() {
    return sum(wholes);
  }

  /** The parts of its spans in which no child ran: {@code operation_self}. */
  public DurationSums selfTimes() {
    return sum(selves);
  }

  Moments selfMoments() {
    return leaves.moments().plus(selves.moments());
  }

  private DurationSums sum(DurationSums parents) {
    DurationSums sum = new DurationSums();
    sum.merge(leaves);
    sum.merge(parents);
    return sum;
  }

  void write(DataOutput out) throws IOException {
    leaves.write(out);
    wholes.write(out);
    selves.write(out);
  }

  void mergeFrom(DataInput in) throws IOException {
    leaves.mergeFrom(in);
    wholes.mergeFrom(in);
    selves.mergeFrom(in);
  }
}
