package io.tracemill.analysis.stack;

import io.tracemill.analysis.stack.StackSamples.Missing;
import io.tracemill.analysis.stack.StackSamples.NamedThread;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects samples in any order; names their processes, and adds the virtual ones at the end. At
 * most 16 million, 31 bytes each; more count as lost.
 */
public final class StackSamplesBuilder {
  private static final int MAX_SAMPLES = 16_000_000;
  private static final int MAX_STACKS = 100_000;
  private static final List<String> OTHER = List.of("(other)");

  private final ProcessNames processes;
  private final SampleColumns received = new SampleColumns();
  private final Names<NamedThread> threads = new Names<>();
  private final Names<List<String>> stacks = new Names<>();
  private final Map<SampledThread, Integer> numbers = new HashMap<>();

  private long unstitchable;
  private long late;
  private long dropped;

  /** {@code processes} must be known before the first sample is added. */
  public StackSamplesBuilder(ProcessNames processes) {
    this.processes = processes;
  }

  /** Counts samples without a time. */
  public void unstitchable(long samples) {
    unstitchable += samples;
  }

  /** Counts samples that came after their window. */
  public void late(long samples) {
    late += samples;
  }

  /** Counts samples for which there was no room, as lost. */
  public void dropped(long samples) {
    dropped += samples;
  }

  public void add(StackSample sample) {
    if (received.size >= MAX_SAMPLES) {
      dropped++;
      return;
    }
    int row = received.add(sample.timeNanos());
    received.value[row] = sample.valueNanos();
    received.period[row] = (int) Math.min(Integer.MAX_VALUE, sample.periodNanos());
    received.thread[row] = numbers.computeIfAbsent(sample.thread(), this::number);
    received.stack[row] = stacks.number(sample.frames(), MAX_STACKS, OTHER);
    received.cpu[row] = (short) Math.min(Short.MAX_VALUE, sample.cpu());
    received.wait[row] = sample.kind() == SampleKind.WAIT;
  }

  private int number(SampledThread thread) {
    ThreadName name = ThreadName.of(processes.of(thread), thread.name());
    return threads.number(new NamedThread(thread.host(), name, thread.id()));
  }

  /** The samples by host and time; O(n log n). */
  public StackSamples build() {
    int[] hosts = hostOfThread();
    SampleColumns filled = new SampleColumns();
    VirtualSamples gaps = new VirtualSamples();
    long virtual = 0;
    long lost = dropped;
    int host = 0;
    for (int row : received.order(hosts)) {
      if (hosts[received.thread[row]] != host) {
        virtual += gaps.virtual();
        lost += gaps.lost();
        gaps = new VirtualSamples();
        host = hosts[received.thread[row]];
      }
      fill(row, gaps, filled);
    }
    SampleColumns sorted = new SampleColumns();
    for (int row : filled.order(hosts)) {
      sorted.add(filled.time[row], filled, row);
    }
    Missing missing = new Missing(virtual + gaps.virtual(), lost + gaps.lost(), late, unstitchable);
    return new StackSamples(sorted, threads, stacks, missing);
  }

  private void fill(int row, VirtualSamples gaps, SampleColumns filled) {
    long time = received.time[row];
    long period = received.period[row];
    int copies = received.wait[row] ? 1 : gaps.copies(received.cpu[row], time, period);
    for (int copy = 0; copy < copies && filled.size < 2 * MAX_SAMPLES; copy++) {
      filled.add(time - copy * period, received, row);
    }
  }

  /** By thread: its host's place among all, in order of their names. */
  private int[] hostOfThread() {
    List<String> names =
        numbers.keySet().stream().map(SampledThread::host).distinct().sorted().toList();
    Map<String, Integer> places = new HashMap<>();
    names.forEach(name -> places.put(name, places.size()));
    int[] hosts = new int[threads.size()];
    for (int i = 0; i < hosts.length; i++) {
      hosts[i] = places.getOrDefault(threads.get(i).host(), 0);
    }
    return hosts;
  }
}
