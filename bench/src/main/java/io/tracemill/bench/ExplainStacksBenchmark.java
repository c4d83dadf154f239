package io.tracemill.bench;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.ProcessNames;
import io.tracemill.analysis.stack.SampleKind;
import io.tracemill.analysis.stack.SampledThread;
import io.tracemill.analysis.stack.SelfSegments;
import io.tracemill.analysis.stack.StackSample;
import io.tracemill.analysis.stack.StackSamplesBuilder;
import io.tracemill.analysis.stack.ThreadName;
import io.tracemill.analysis.stack.look.SpanCohorts;
import io.tracemill.analysis.stack.look.StackExplainer;
import io.tracemill.analysis.stack.look.StackExplanation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Explains 100,000 spans by 1 M samples with 999 rounds of chance, from unsorted samples to the
 * record. The first operations are timed too.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 3)
public class ExplainStacksBenchmark extends OneThread {
  private static final int SAMPLES = 1_000_000;
  private static final int SPANS = 100_000;
  private static final int STACKS = 5_000;
  private static final int DEPTH = 30;
  private static final int FUNCTIONS = 3_000;
  private static final int CPUS = 2;
  private static final int PROCESSES = 150;
  private static final long PERIOD_NANOS = 5_000_000;
  private static final long MILLI = 1_000_000;
  private static final Frame FRAME = Frame.of("back", "GET /price");

  @Param({"1", "20"})
  public int hosts = 1;

  private final SplittableRandom random = new SplittableRandom(1);
  private final List<StackSample> samples = new ArrayList<>();
  private final List<LocalSpan> spans = new ArrayList<>();

  @Setup
  public void prepare() {
    List<List<String>> stacks = IntStream.range(0, STACKS).mapToObj(i -> stack()).toList();
    for (int i = 0; i < SAMPLES; i++) {
      int place = i / hosts;
      String process = random.nextInt(10) < 4 ? "back" : "p" + random.nextInt(PROCESSES);
      SampledThread thread =
          new SampledThread("h" + i % hosts, "", "", process, process + random.nextInt(9), "");
      long time = place / CPUS * PERIOD_NANOS;
      List<String> stack = stacks.get(random.nextInt(STACKS));
      samples.add(
          new StackSample(thread, place % CPUS, SampleKind.CPU, time, 0, PERIOD_NANOS, stack));
    }
    long length = SAMPLES / hosts / CPUS * PERIOD_NANOS;
    for (int i = 0; i < SPANS; i++) {
      long start = random.nextLong(length);
      long nanos = 2 * MILLI + (long) (-Math.log(1 - random.nextDouble()) * 5 * MILLI);
      SelfSegments self =
          SelfSegments.of(start, start + nanos, start + 2 * nanos, start + 3 * nanos);
      spans.add(new LocalSpan(FRAME, "h" + random.nextInt(hosts), "", "", "", "", self, "", i));
    }
  }

  private List<String> stack() {
    return IntStream.range(0, DEPTH)
        .mapToObj(depth -> "f" + (depth < DEPTH / 2 ? depth : random.nextInt(FUNCTIONS)))
        .toList();
  }

  @Benchmark
  public StackExplanation explain() {
    StackSamplesBuilder builder = new StackSamplesBuilder(new ProcessNames());
    samples.forEach(builder::add);
    var built = builder.build();
    return new StackExplainer(999, Set.of(ThreadName.of("back", "back1")), new SplittableRandom(7))
        .explain(new Period(0, 3_600_000), FRAME, SpanCohorts.tail(spans), built);
  }
}
