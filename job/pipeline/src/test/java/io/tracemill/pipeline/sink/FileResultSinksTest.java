package io.tracemill.pipeline.sink;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileResultSinksTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsNamedWithTheFileAndWhatHappensNow(@TempDir Path directory) throws Exception {
    Path part = directory.resolve("traces.jsonl.part");
    Files.createSymbolicLink(part, Path.of("/dev/full"));
    ResultRecord record =
        new ResultRecord(ResultStream.TRACES, new byte[0], new byte[] {'{', '}'}, 0);

    assertThatThrownBy(
            () -> FileResultSinks.write(directory, ResultStream.TRACES, Stream.of(record)))
        .hasMessage("%s cannot be written: No space left on device; earlier results stay", part)
        .hasNoCause();
  }
}
