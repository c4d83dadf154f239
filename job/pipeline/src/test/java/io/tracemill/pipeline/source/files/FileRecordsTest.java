package io.tracemill.pipeline.source.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.pipeline.source.EncodedRecord;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.CollectionUtil;
import org.apache.flink.util.Collector;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("deprecation") // as in the job
class FileRecordsTest {
  private static final String LINE =
      """
      {"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"0000000000000000000000000000000%d",\
      "spanId":"0000000000000001","name":"a","startTimeUnixNano":"1","endTimeUnixNano":"%d"}]}]}]}
      """;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

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
    List<EncodedRecord> records =
        LongStream.of(10, 20, 15, 30)
            .mapToObj(
                time -> new EncodedRecord("f", 0, 0, time, time, new byte[0], new byte[0], ""))
            .toList();
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.createLocalEnvironment(2);
    try (var results =
        flink
            .fromCollection(records, EncodedRecord.TYPE)
            .assignTimestampsAndWatermarks(UnitWatermarks.behind(Duration.ofMillis(5)))
            .setParallelism(1)
            .process(new WithWatermark(), Types.STRING)
            .setParallelism(1)
            .executeAndCollect()) {
      assertThat(CollectionUtil.iteratorToList(results))
          .containsExactly("10@none", "20@4", "15@14", "30@14");
    }
  }

  @Test
  void unitsAreRecordsWithTheirEventTimes() throws Exception {
    FileRecords records =
        InstantiationUtil.clone(
            records(write("a", LINE.formatted(1, 9_000_000) + LINE.formatted(2, 7_000_000))));

    assertThat(records.next().eventMillis()).isEqualTo(7);
    assertThat(records.hasNext()).isTrue();
    EncodedRecord last = records.next();
    assertThat(last.eventMillis()).isEqualTo(9);
    assertThat(last.encoding()).isEqualTo("file:otlp_jsonl");
    assertThat(records.hasNext()).isFalse();
    assertThatThrownBy(records::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void aFileThatCannotBeReadIsNamed() throws Exception {
    assertThatThrownBy(records(directory.resolve("no.json"))::hasNext)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("no.json");
    FileRecords broken = records(write("cut.json", "{\"data\":[{\"traceID\":\"1\",\"spans\":["));
    assertThatThrownBy(broken::hasNext).hasMessageContaining("cut.json");
  }

  private Path write(String name, String text) throws Exception {
    return Files.write(directory.resolve(name), text.getBytes(UTF_8));
  }

  private static FileRecords records(Path file) {
    return new FileRecords(List.of(file.toFile()), Optional.empty(), Duration.ofHours(1));
  }
}
