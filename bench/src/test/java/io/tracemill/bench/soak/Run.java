package io.tracemill.bench.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Samples of a run, half a minute apart, of records of 500 spans. */
final class Run {
  private static final int SPANS_PER_RECORD = 500;
  private static final Duration EVERY = Duration.ofSeconds(30);

  private final List<Sample> samples = new ArrayList<>();
  private long sent;
  private long heapBytes;
  private long windowsWatched;

  /** With so much heap in use from now on. */
  Run heap(long bytes) {
    heapBytes = bytes;
    return this;
  }

  /** With so many panes of endpoints watched until now. */
  Run watched(long windows) {
    windowsWatched = windows;
    return this;
  }

  /** The next sample: so many records a second were sent since the last, and that is the lag. */
  Run sample(long recordsPerSecond, long lag) {
    sent += recordsPerSecond * EVERY.toSeconds();
    long spans = SPANS_PER_RECORD * sent;
    samples.add(
        new Sample(
            EVERY.multipliedBy(samples.size() + 1),
            heapBytes,
            0,
            0,
            new Feed.Sent(sent, spans, spans, 0, 0),
            sent - lag,
            windowsWatched));
    return this;
  }

  /** So many samples like that. */
  Run samples(int count, long recordsPerSecond, long lag) {
    for (int i = 0; i < count; i++) {
      sample(recordsPerSecond, lag);
    }
    return this;
  }

  List<Sample> samples() {
    return samples;
  }
}
