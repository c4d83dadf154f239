package io.tracemill.analysis.stack;

import io.tracemill.analysis.sort.IndexSort;
import java.util.Arrays;

/** Samples as columns that grow. */
final class SampleColumns {
  int size;
  long[] time = new long[1024];
  long[] value = new long[1024];
  int[] period = new int[1024];
  int[] thread = new int[1024];
  int[] stack = new int[1024];
  short[] cpu = new short[1024];
  boolean[] wait = new boolean[1024];

  /** Adds a row whose other columns the caller sets; returns its number. */
  int add(long atNanos) {
    if (size == time.length) {
      resize(2 * size);
    }
    time[size] = atNanos;
    return size++;
  }

  /** Adds a row of {@code other} with another time. */
  void add(long atNanos, SampleColumns other, int row) {
    int i = add(atNanos);
    value[i] = other.value[row];
    period[i] = other.period[row];
    thread[i] = other.thread[row];
    stack[i] = other.stack[row];
    cpu[i] = other.cpu[row];
    wait[i] = other.wait[row];
  }

  /** The rows by host, then time; ties in the order they came in. */
  int[] order(int[] hostOfThread) {
    int[] rows = new int[size];
    for (int i = 0; i < size; i++) {
      rows[i] = i;
    }
    new IndexSort()
        .sort(
            rows,
            0,
            size,
            (a, b) -> {
              int byHost = Integer.compare(hostOfThread[thread[a]], hostOfThread[thread[b]]);
              return byHost != 0 ? byHost : Long.compare(time[a], time[b]);
            });
    return rows;
  }

  private void resize(int capacity) {
    time = Arrays.copyOf(time, capacity);
    value = Arrays.copyOf(value, capacity);
    period = Arrays.copyOf(period, capacity);
    thread = Arrays.copyOf(thread, capacity);
    stack = Arrays.copyOf(stack, capacity);
    cpu = Arrays.copyOf(cpu, capacity);
    wait = Arrays.copyOf(wait, capacity);
  }
}
