package io.tracemill.query.compare;

import io.tracemill.query.Moments;
import java.util.Arrays;

/**
 * The times of one node in some requests: weighted sums over all of them, and each time of a
 * sample. Memory: 8 to 16 bytes a sampled request.
 */
final class NodeColumn {
  private static final int INITIAL = 64;

  private long[] sample = new long[INITIAL];
  private int size;
  private long rows;
  private double weight;
  private double first;
  private double second;
  private double spread;
  private double spreadFirst;
  private double spreadSecond;

  /** Adds a request. */
  void add(long nanos, double requests, boolean sampled) {
    double time = nanos;
    double more = requests * (requests - 1);
    rows++;
    weight += requests;
    first += requests * time;
    second += requests * time * time;
    spread += more;
    spreadFirst += more * time;
    spreadSecond += more * time * time;
    if (sampled) {
      if (size == sample.length) {
        sample = Arrays.copyOf(sample, 2 * size);
      }
      sample[size++] = nanos;
    }
  }

  Moments moments() {
    return new Moments(rows, weight, first, second, spread, spreadFirst, spreadSecond);
  }

  long[] sample() {
    return Arrays.copyOf(sample, size);
  }
}
