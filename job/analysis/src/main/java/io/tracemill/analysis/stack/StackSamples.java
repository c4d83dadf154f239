package io.tracemill.analysis.stack;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Samples by host and time, virtual ones included: about 50 bytes a sample. At most 100,000 stacks
 * differ, later ones are {@code (other)}. Built with {@link StackSamplesBuilder}.
 */
public final class StackSamples {
  /** A thread with the names that looks use. */
  record NamedThread(String host, ThreadName name, String id) {}

  /**
   * Counts of samples that were added, missed or left out.
   *
   * @param virtual added for those not taken
   * @param lost missed in gaps too long to fill
   * @param late came after their window
   * @param unstitchable had no time
   */
  public record Missing(long virtual, long lost, long late, long unstitchable) {}

  /**
   * A sample with numbers for its thread and stack.
   *
   * @param nanos the time that it stands for
   */
  record Row(
      long timeNanos,
      long nanos,
      int periodNanos,
      int thread,
      int stack,
      short cpu,
      SampleKind kind) {
    Row at(long otherNanos) {
      return new Row(otherNanos, nanos, periodNanos, thread, stack, cpu, kind);
    }
  }

  private final List<Row> rows;
  private final Names<NamedThread> threads;
  private final Names<List<String>> stacks;
  private final Map<String, Integer> firstOf = new HashMap<>();
  private final Map<String, Integer> endOf = new HashMap<>();
  private final Map<String, Covered> coveredOf = new HashMap<>();
  private final Missing missing;
  private final boolean wholeHost;

  /** The rows are sorted by host, then time. */
  StackSamples(
      List<Row> rows, Names<NamedThread> threads, Names<List<String>> stacks, Missing missing) {
    this.rows = rows;
    this.threads = threads;
    this.stacks = stacks;
    this.missing = missing;
    boolean anyCpu = false;
    for (int i = 0; i < rows.size(); i++) {
      String host = threadHost(rows.get(i).thread());
      firstOf.putIfAbsent(host, i);
      endOf.put(host, i + 1);
      anyCpu |= rows.get(i).cpu() >= 0;
    }
    wholeHost = anyCpu;
    firstOf.keySet().forEach(this::addCovered);
  }

  private void addCovered(String host) {
    int first = first(host);
    int last = end(host) - 1;
    while (first <= last && !covers(first)) {
      first++;
    }
    while (first <= last && !covers(last)) {
      last--;
    }
    if (first <= last) {
      coveredOf.put(host, new Covered(timeNanos(first), timeNanos(last)));
    }
  }

  private boolean covers(int sample) {
    return !wholeHost || ofWholeHost(sample);
  }

  /** The time in which a host was sampled. */
  private record Covered(long first, long last) {}

  /** The hosts, in order. */
  public List<String> hosts() {
    List<String> hosts = new ArrayList<>(firstOf.keySet());
    hosts.sort(null);
    return hosts;
  }

  public int size() {
    return rows.size();
  }

  /** The number of the host's first sample; its samples are up to {@link #end}. */
  public int first(String host) {
    return firstOf.getOrDefault(host, 0);
  }

  public int end(String host) {
    return endOf.getOrDefault(host, 0);
  }

  /** The number of the host's first sample at or after a time. */
  public int firstFrom(String host, long nanos) {
    int low = first(host);
    int high = end(host);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (timeNanos(middle) < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Whether its host was sampled all the time that the span ran itself: by the profiler of the
   * whole host, if there is one.
   */
  public boolean cover(LocalSpan span) {
    SelfSegments self = span.self();
    Covered covered = coveredOf.get(span.host());
    return covered != null
        && self.count() > 0
        && covered.first <= self.startNanos(0)
        && self.endNanos(self.count() - 1) <= covered.last;
  }

  /** When the first sample was taken, nanoseconds since the epoch. */
  public long firstNanos() {
    return firstOf.values().stream().mapToLong(first -> timeNanos(first)).min().orElse(0);
  }

  /** When the last sample was taken, nanoseconds since the epoch. */
  public long lastNanos() {
    return endOf.values().stream().mapToLong(end -> timeNanos(end - 1)).max().orElse(0);
  }

  /** When it was taken, nanoseconds since the epoch. */
  public long timeNanos(int sample) {
    return rows.get(sample).timeNanos();
  }

  /** The time that it stands for: the length of a wait, else a period. */
  public long nanos(int sample) {
    return rows.get(sample).nanos();
  }

  /** The time between two samples of its profiler. */
  public long periodNanos(int sample) {
    return rows.get(sample).periodNanos();
  }

  public SampleKind kind(int sample) {
    return rows.get(sample).kind();
  }

  /**
   * Whether it tells how the host's CPUs were used. If any profiler says which CPU it sampled,
   * those that do not, as one in a JVM, see a part of the host only.
   */
  public boolean ofWholeHost(int sample) {
    return kind(sample) == SampleKind.CPU && (!wholeHost || rows.get(sample).cpu() >= 0);
  }

  /** The number of its thread. */
  public int thread(int sample) {
    return rows.get(sample).thread();
  }

  /** The number of threads. */
  public int threads() {
    return threads.size();
  }

  /** The process and group of a thread. */
  public ThreadName threadName(int thread) {
    return threads.get(thread).name();
  }

  /** The host of a thread. */
  public String threadHost(int thread) {
    return threads.get(thread).host();
  }

  /** Its process and group of threads. */
  public ThreadName name(int sample) {
    return threadName(thread(sample));
  }

  /** The id of its thread; empty if it is not known. */
  public String threadId(int sample) {
    return threads.get(thread(sample)).id();
  }

  /** The number of its stack. */
  public int stack(int sample) {
    return rows.get(sample).stack();
  }

  /** The number of different stacks. */
  public int stackCount() {
    return stacks.size();
  }

  /** The functions of a stack, the outermost first. */
  public List<String> frames(int stack) {
    return stacks.get(stack);
  }

  public Missing missing() {
    return missing;
  }
}
