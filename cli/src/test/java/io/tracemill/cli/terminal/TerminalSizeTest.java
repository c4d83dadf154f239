package io.tracemill.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TerminalSizeTest {
  @Test
  void rowsComeBeforeColumns() {
    assertThat(TerminalSize.of("24 80\n")).contains(new TerminalSize(24, 80));
  }

  @Test
  void whereNobodyKnowsThereIsNone() {
    assertThat(TerminalSize.of("0 0\n")).isEmpty();
    assertThat(TerminalSize.of("stty: 'standard input': Inappropriate ioctl for device\n"))
        .isEmpty();
    assertThat(TerminalSize.of("")).isEmpty();
  }

  @Test
  void aLineThatIsWiderTakesSeveralRows() {
    TerminalSize size = new TerminalSize(5, 10);
    String text = "\n" + "x".repeat(10) + "\n" + "y".repeat(11) + "\nz\n";
    assertThat(size.rowsOf(text)).isEqualTo(5);
    assertThat(size.top(text)).isEqualTo(text.substring(0, text.indexOf('z')));
  }
}
