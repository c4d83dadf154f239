package io.tracemill.bench.job;

/**
 * What the job had read, spent and held at one moment.
 *
 * @param nanos {@link System#nanoTime}
 * @param sent up to then
 * @param recordsRead of these
 * @param jobCpuNanos of the job's process
 * @param gcMillis that its collectors report, those of concurrent threads included
 * @param heapBytes used
 * @param residentBytes of the job's process; 0 where the system does not say
 * @param peakBytes the most that were ever resident; likewise
 * @param metrics as of last
 */
record Sample(
    long nanos,
    Sent sent,
    long recordsRead,
    long jobCpuNanos,
    long brokerCpuNanos,
    long gcMillis,
    long heapBytes,
    long residentBytes,
    long peakBytes,
    Metrics metrics) {

  /**
   * What the job's metrics say.
   *
   * @param stateBytes all of the newest checkpoint; 0 before there is one
   * @param checkpointMillis how long that took
   * @param watched panes of endpoints that were judged while the endpoint was watched, so far
   */
  record Metrics(long stateBytes, long checkpointMillis, long watched) {
    static final Metrics NONE = new Metrics(0, 0, 0);

    private static final String JOB = "flink_jobmanager_job_";
    private static final String WATCHED =
        "flink_taskmanager_job_task_operator_tracemill_jobWindowsWatching{";

    /** Reads the page that Flink's reporter has for Prometheus. */
    static Metrics of(String page) {
      return new Metrics(
          sum(page, JOB + "lastCheckpointFullSize{"),
          sum(page, JOB + "lastCheckpointDuration{"),
          sum(page, WATCHED));
    }

    private static long sum(String page, String name) {
      return page.lines()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          // Flink says -1 before the first checkpoint.
          .map(value -> Math.max(0, value))
          .sum();
    }
  }

  /** About as many as the records that were read had. */
  long spansRead() {
    return sent.spansOf(recordsRead);
  }

  /** Records that were sent and not read yet. */
  long lag() {
    return sent.records() - recordsRead;
  }

  double secondsSince(Sample earlier) {
    return (nanos - earlier.nanos) / 1e9;
  }

  /** Spans a second that were read since an earlier sample. */
  double speedSince(Sample earlier) {
    return (spansRead() - earlier.spansRead()) / secondsSince(earlier);
  }
}
