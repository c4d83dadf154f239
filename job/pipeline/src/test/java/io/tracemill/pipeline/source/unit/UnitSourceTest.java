package io.tracemill.pipeline.source.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.pipeline.source.EncodedRecord;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.CollectionUtil;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;

/** Runs small jobs on a Flink in this process. */
class UnitSourceTest {
  private static final int BOUND = 5;

  /** The event time of a record and the watermark it met: {@code 20@9}. */
  private static final class WithWatermark extends ProcessFunction<EncodedRecord, String> {
    @Override
    public void processElement(EncodedRecord record, Context context, Collector<String> out) {
      long watermark = context.timerService().currentWatermark();
      out.collect(
          context.timestamp() + "@" + (watermark == Long.MIN_VALUE ? "none" : "" + watermark));
    }
  }

  @Test
  void recordsComeInOrderBehindTheirWatermarks() throws Exception {
    assertThat(run(() -> records(10, 20, 15, 30)))
        .containsExactly("10@none", "20@4", "15@14", "30@14");
  }

  @Test
  void anEmptySourceEnds() throws Exception {
    assertThat(run(() -> records())).isEmpty();
  }

  @Test
  void whatCannotBeOpenedFailsTheJobWithItsMessage() {
    assertThatThrownBy(
            () ->
                run(
                    () -> {
                      throw new FileNotFoundException("traces.json: no such file");
                    }))
        .hasStackTraceContaining("traces.json: no such file");
  }

  @Test
  void whatCannotBeReadFailsTheJobWithItsMessage() {
    assertThatThrownBy(() -> run(UnitSourceTest::breaking))
        .hasStackTraceContaining("traces.json: cut off at byte 12");
  }

  private static List<String> run(RecordSupplier supplier) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    StreamExecutionEnvironment flink =
        StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
    try (var results =
        flink
            .fromSource(
                new UnitSource(supplier), UnitWatermarks.behind(Duration.ofMillis(BOUND)), "units")
            .process(new WithWatermark(), Types.STRING)
            .executeAndCollect()) {
      return List.copyOf(CollectionUtil.iteratorToList(results));
    }
  }

  private static CloseableIterator<EncodedRecord> records(long... times) {
    return CloseableIterator.adapterForIterator(
        LongStream.of(times).mapToObj(UnitSourceTest::record).iterator());
  }

  private static CloseableIterator<EncodedRecord> breaking() {
    Iterator<EncodedRecord> broken =
        LongStream.of(10, 20)
            .mapToObj(
                time -> {
                  if (time == 20) {
                    throw new UncheckedIOException(
                        new IOException("traces.json: cut off at byte 12"));
                  }
                  return record(time);
                })
            .iterator();
    return CloseableIterator.adapterForIterator(broken);
  }

  private static EncodedRecord record(long time) {
    return new EncodedRecord("f", 0, 0, time, time, new byte[0], new byte[0], "otlp_json");
  }
}
