package io.tracemill.analysis.stack;

import io.tracemill.analysis.stack.StackSamples.Missing;
import io.tracemill.analysis.stack.StackSamples.NamedThread;
import io.tracemill.analysis.stack.StackSamples.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects samples in any order; names their processes, and adds the virtual ones at the end. At
 * most 16 million, about 50 bytes each; more count as lost.
 */
public final class StackSamplesBuilder {
  private static final int MAX_SAMPLES = 16_000_000;
  private static final int MAX_STACKS = 100_000;
  private static final List<String> OTHER = List.of("(other)");

  private final ProcessNames processes;
  private final List<Row> received = new ArrayList<>();
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
    if (received.size() >= MAX_SAMPLES) {
      dropped++;
      return;
    }
    int period = (int) Math.min(Integer.MAX_VALUE, sample.periodNanos());
    received.add(
        new Row(
            sample.timeNanos(),
            sample.kind() == SampleKind.WAIT ? sample.valueNanos() : period,
            period,
            numbers.computeIfAbsent(sample.thread(), this::number),
            stacks.number(sample.frames(), MAX_STACKS, OTHER),
            (short) Math.min(Short.MAX_VALUE, sample.cpu()),
            sample.kind()));
  }

  private int number(SampledThread thread) {
    ThreadName name = ThreadName.of(processes.of(thread), thread.name());
    return threads.number(new NamedThread(thread.host(), name, thread.id()));
  }

  /** The samples by host and time; O(n log n). */
  public StackSamples build() {
    Comparator<Row> order = Comparator.comparing(this::host).thenComparingLong(Row::timeNanos);
    Map<String, VirtualSamples> gaps = new HashMap<>();
    List<Row> filled = new ArrayList<>();
    received.sort(order);
    for (Row row : received) {
      fill(row, gaps.computeIfAbsent(host(row), host -> new VirtualSamples()), filled);
    }
    filled.sort(order);
    long virtual = gaps.values().stream().mapToLong(VirtualSamples::virtual).sum();
    long lost = dropped + gaps.values().stream().mapToLong(VirtualSamples::lost).sum();
    Missing missing = new Missing(virtual, lost, late, unstitchable);
    return new StackSamples(filled, threads, stacks, missing);
  }

  private void fill(Row row, VirtualSamples gaps, List<Row> filled) {
    boolean cpu = row.kind() == SampleKind.CPU;
    int copies = cpu ? gaps.copies(row.cpu(), row.timeNanos(), row.periodNanos()) : 1;
    for (int copy = 0; copy < copies && filled.size() < 2 * MAX_SAMPLES; copy++) {
      filled.add(row.at(row.timeNanos() - (long) copy * row.periodNanos()));
    }
  }

  private String host(Row row) {
    return threads.get(row.thread()).host();
  }
}
