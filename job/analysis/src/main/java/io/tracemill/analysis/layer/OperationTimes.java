package io.tracemill.analysis.layer;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The times of one operation's spans (tprof layers 1 and 2). A leaf's duration is its self time, so
 * an operation whose spans are all leaves keeps its times only once. Mergeable.
 */
public final class OperationTimes {
  private static final long OWN_BYTES = 24;

  private final DurationSums durations = new DurationSums();

  /** The same object as {@link #durations} while all spans are leaves. */
  private DurationSums selfTimes = durations;

  /** Adds a leaf; returns the added weight. */
  long addLeaf(long nanos) {
    return durations.add(nanos) + (hasParents() ? selfTimes.add(nanos) : 0);
  }

  /** Adds a span that has children; returns the added weight. */
  long addParent(long nanos, long selfNanos) {
    long added = tellApart();
    return added + durations.add(nanos) + selfTimes.add(selfNanos);
  }

  private boolean hasParents() {
    return selfTimes != durations;
  }

  private long tellApart() {
    if (hasParents()) {
      return 0;
    }
    selfTimes = new DurationSums();
    selfTimes.merge(durations);
    return selfTimes.weight();
  }

  /** Adds what {@code that} holds. */
  public void merge(OperationTimes that) {
    if (that.hasParents()) {
      tellApart();
    }
    if (hasParents()) {
      selfTimes.merge(that.selfTimes);
    }
    durations.merge(that.durations);
  }

  /** Durations of its spans. */
  public DurationSums durations() {
    return durations;
  }

  /** The parts of its spans in which no child ran: {@code operation_self}. */
  public DurationSums selfTimes() {
    return selfTimes;
  }

  /** An upper bound of its heap memory, bytes. */
  long weight() {
    return OWN_BYTES + durations.weight() + (hasParents() ? selfTimes.weight() : 0);
  }

  /** Writes everything; equal contents have equal bytes. */
  public void write(DataOutput out) throws IOException {
    durations.write(out);
    out.writeBoolean(hasParents());
    if (hasParents()) {
      selfTimes.write(out);
    }
  }

  /** Reads what {@link #write} wrote. */
  public static OperationTimes read(DataInput in) throws IOException {
    OperationTimes times = new OperationTimes();
    times.durations.mergeFrom(in);
    if (in.readBoolean()) {
      times.selfTimes = new DurationSums();
      times.selfTimes.mergeFrom(in);
    }
    return times;
  }
}
