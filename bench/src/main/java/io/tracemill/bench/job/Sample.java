package io.tracemill.bench.job;

/**
 * The job's progress and resource use at one moment.
 *
 * @param nanos {@link System#nanoTime}
 * @param sent up to then
 * @param recordsRead number of the sent records that the job has read
 * @param jobCpuNanos of the job's process
 * @param gcMillis as its collectors report it, including concurrent threads
 * @param heapBytes heap in use
 * @param residentBytes of the job's process; 0 if the system does not report it
 * @param peakBytes peak resident memory; likewise
 * @param metrics the latest ones
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
   * The job's metrics.
   *
   * @param stateBytes total size of the newest checkpoint; 0 if there is none yet
   * @param checkpointMillis duration of that checkpoint
   * @param watched panes that were judged so far while their endpoint was watched
   */
  record Metrics(long stateBytes, long checkpointMillis, long watched) {
    static final Metrics NONE = new Metrics(0, 0, 0);

    private static final String JOB = "flink_jobmanager_job_";
    private static final String WATCHED =
        "flink_taskmanager_job_task_operator_tracemill_jobWindowsWatching{";

    /** Parses the page of Flink's Prometheus reporter. */
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

  /** The approximate number of spans in the records read. */
  long spansRead() {
    return sent.spansOf(recordsRead);
  }

  /** The number of records sent but not read yet. */
  long lag() {
    return sent.records() - recordsRead;
  }

  double secondsSince(Sample earlier) {
    return (nanos - earlier.nanos) / 1e9;
  }

  /** Spans read a second since an earlier sample. */
  double speedSince(Sample earlier) {
    return (spansRead() - earlier.spansRead()) / secondsSince(earlier);
  }
}
