package io.tracemill.bench;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.request.AnalysisSink;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The default settings of a benchmark of one algorithm. It measures operations a second. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public abstract class OneThread {
  /** The number of spans, for benchmarks in which an operation is a span. */
  static final int SPANS = 60_000;

  /** Takes requests from traffic without late spans. */
  @FunctionalInterface
  interface RequestSink extends AnalysisSink {
    @Override
    default void late(LateSpan span) {
      throw new IllegalStateException("late: " + span);
    }
  }

  static void checkSpans(long spans) {
    if (spans != SPANS) {
      throw new IllegalStateException("%d spans, not %d".formatted(spans, SPANS));
    }
  }
}
