package io.tracemill.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TerminalTest {
  @Test
  void rowsComeBeforeColumns() {
    assertThat(Terminal.of("24 80\n")).contains(new Terminal(24, 80));
  }

  @Test
  void anUnknownSizeIsNone() {
    assertThat(Terminal.of("0 0\n")).isEmpty();
    assertThat(Terminal.of("stty: 'standard input': Inappropriate ioctl for device\n")).isEmpty();
    assertThat(Terminal.of("")).isEmpty();
  }
}
