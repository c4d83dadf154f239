package io.tracemill.bench.soak;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * What the job held, and how far it was, at one moment.
 *
 * @param time since the first record was sent
 * @param heapBytes used after a collection of everything
 * @param residentBytes of the job's process before that collection; 0 where the system does not say
 * @param stateBytes the newest complete checkpoint; 0 before there is one
 * @param sent up to then
 * @param recordsRead of these
 * @param windowsWatched panes of endpoints that were judged while the endpoint was watched, so far
 */
record Sample(
    Duration time,
    long heapBytes,
    long residentBytes,
    long stateBytes,
    Feed.Sent sent,
    long recordsRead,
    long windowsWatched) {
  /** Before anything was sent. */
  static final Sample START = new Sample(Duration.ZERO, 0, 0, 0, Feed.Sent.NOTHING, 0, 0);

  static final String CSV_HEADER =
      "seconds,heap_bytes,resident_bytes,state_bytes,records_sent,records_read,spans_sent,spans_read,"
          + "windows_watched";

  /** About as many as the records that were read had, all being a mix of the same. */
  long spansRead() {
    return sent.records() == 0 ? 0 : Math.round(1.0 * sent.spans() * recordsRead / sent.records());
  }

  /** Records that were sent and not read yet. */
  long lag() {
    return sent.records() - recordsRead;
  }

  /** Spans a second that were read since an earlier sample. */
  double speedSince(Sample earlier) {
    return 1e9 * (spansRead() - earlier.spansRead()) / time.minus(earlier.time).toNanos();
  }

  /** Spans a second that were sent since an earlier sample. */
  double sendingSpeedSince(Sample earlier) {
    return 1e9 * (sent.spans() - earlier.sent.spans()) / time.minus(earlier.time).toNanos();
  }

  /** Spans of bulk traffic a second that were sent since an earlier sample. */
  double bulkSpeedSince(Sample earlier) {
    return 1e9 * (sent.bulkSpans() - earlier.sent.bulkSpans()) / time.minus(earlier.time).toNanos();
  }

  /** Records a second that were sent since an earlier sample. */
  double recordsSentPerSecondSince(Sample earlier) {
    return 1e9 * (sent.records() - earlier.sent.records()) / time.minus(earlier.time).toNanos();
  }

  /** The part of the records sent since an earlier sample that as many were read of meanwhile. */
  double readShareSince(Sample earlier) {
    return (double) (recordsRead - earlier.recordsRead) / (sent.records() - earlier.sent.records());
  }

  static Curve curve(List<Sample> samples, ToLongFunction<Sample> bytes) {
    return new Curve(samples.stream().map(bytes::applyAsLong).toList());
  }

  String csv() {
    return String.format(
        Locale.ROOT,
        "%.1f,%d,%d,%d,%d,%d,%d,%d,%d",
        time.toMillis() / 1e3,
        heapBytes,
        residentBytes,
        stateBytes,
        sent.records(),
        recordsRead,
        sent.spans(),
        spansRead(),
        windowsWatched);
  }

  String line(Sample earlier) {
    return String.format(
        Locale.ROOT,
        "%5d s  heap %,5d MB  RSS %s MB  state %,5d MB  read %,d spans, %,.0f/s  lag %,d records"
            + "  watched %,d",
        time.toSeconds(),
        heapBytes >> 20,
        residentBytes == 0 ? "-" : String.format(Locale.ROOT, "%,5d", residentBytes >> 20),
        stateBytes >> 20,
        spansRead(),
        speedSince(earlier),
        lag(),
        windowsWatched);
  }
}
