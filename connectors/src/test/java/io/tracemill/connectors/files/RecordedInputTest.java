package io.tracemill.connectors.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class RecordedInputTest {
  private final RecordedInput input =
      new RecordedInput(new ByteArrayInputStream("0123456789".getBytes(UTF_8)));

  @Test
  void aValueCanBeginInWhatWasReadAndEndLater() throws IOException {
    read(4);
    input.begin(2);
    read(3);
    read(3);
    assertThat(input.readSinceBegin()).isEqualTo(8);
    assertThat(input.end(9)).asString(UTF_8).isEqualTo("2345678");
  }

  @Test
  void severalValuesCanStandInOneRead() throws IOException {
    read(10);
    input.begin(1);
    assertThat(input.end(3)).asString(UTF_8).isEqualTo("12");
    input.begin(3);
    assertThat(input.end(10)).asString(UTF_8).isEqualTo("3456789");
  }

  @Test
  void whatIsInNoValueIsForgotten() throws IOException {
    read(4);
    read(4);
    input.begin(6);
    read(2);
    assertThat(input.end(10)).asString(UTF_8).isEqualTo("6789");
  }

  private void read(int count) throws IOException {
    assertThat(input.read(new byte[count], 0, count)).isEqualTo(count);
  }
}
