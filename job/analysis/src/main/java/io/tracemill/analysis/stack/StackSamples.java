package io.tracemill.analysis.stack;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Samples by host and time, virtual ones included, as columns: 30 bytes a sample. At most 100,000
 * stacks differ, later ones are {@code (other)}. Built with {@link StackSamplesBuilder}.
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

  private final SampleColumns columns;
  private final Names<NamedThread> threads;
  private final Names<List<String>> stacks;
  private final Map<String, Integer> firstOf = new HashMap<>();
  private final Map<String, Integer> endOf = new HashMap<>();
  private final Map<String, Covered> coveredOf = new HashMap<>();
  private final Missing missing;
  private final boolean wholeHost;

  /** The columns are sorted by host, then time. */
  StackSamples(
      SampleColumns columns,
      Names<NamedThread> threads,
      Names<List<String>> stacks,
      Missing missing) {
    this.columns = columns;
    this.threads = threads;
    this.stacks = stacks;
    this.missing = missing;
    boolean anyCpu = false;
    for (int i = 0; i < columns.size; i++) {
      String host = threads.get(columns.thread[i]).host();
      firstOf.putIfAbsent(host, i);
      endOf.put(host, i + 1);
      anyCpu |= columns.cpu[i] >= 0;
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
      coveredOf.put(host, new Covered(columns.time[first], columns.time[last]));
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
    return columns.size;
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
      if (columns.time[middle] < nanos) {
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
    return firstOf.values().stream().mapToLong(first -> columns.time[first]).min().orElse(0);
  }

  /** When the last sample was taken, nanoseconds since the epoch. */
  public long lastNanos() {
    return endOf.values().stream().mapToLong(end -> columns.time[end - 1]).max().orElse(0);
  }

  /** When it was taken, nanoseconds since the epoch. */
  public long timeNanos(int sample) {
    return columns.time[sample];
  }

  /** The time that it stands for: the length of a wait, else a period. */
  public long nanos(int sample) {
    return columns.wait[sample] ? columns.value[sample] : columns.period[sample];
  }

  /** The time between two samples of its profiler. */
  public long periodNanos(int sample) {
    return columns.period[sample];
  }

  public SampleKind kind(int sample) {
    return columns.wait[sample] ? SampleKind.WAIT : SampleKind.CPU;
  }

  /**
   * Whether it tells how the host's CPUs were used. If any profiler says which CPU it sampled,
   * those that do not, as one in a JVM, see a part of the host only.
   */
  public boolean ofWholeHost(int sample) {
    return !columns.wait[sample] && (!wholeHost || columns.cpu[sample] >= 0);
  }

  /** The number of its thread. */
  public int thread(int sample) {
    return columns.thread[sample];
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
    return threads.get(columns.thread[sample]).name();
  }

  /** The id of its thread; empty if it is not known. */
  public String threadId(int sample) {
    return threads.get(columns.thread[sample]).id();
  }

  /** The number of its stack. */
  public int stack(int sample) {
    return columns.stack[sample];
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
