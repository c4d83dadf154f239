package io.tracemill.connectors.profilers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.stack.SampledThread;
import io.tracemill.analysis.stack.StackSample;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class PerfScriptTest {
  private static final String TEXT =
      """
      perf-exec  4242/4242  [000]  1700000000.000000000: PERF_RECORD_COMM exec: gzip:4242/4242
      gzip  4242/4242  [001]  1700000000.123456789:    5025125
              55d0c1 deflate+0x1f (/usr/bin/gzip)
              7f00aa [unknown] (/usr/lib/libc.so.6)
              401000 main (/usr/bin/gzip)

      C2 CompilerThre  77/90  [000]  1700000000.130000:    5025125
              ffff81 do_syscall_64 ([kernel.kallsyms])

      swapper     0/0     [001]  1700000000.140000000:    5025125
      """;

  private static List<StackSample> read(String text) throws IOException {
    return PerfScript.read(new BufferedReader(new StringReader(text)), "node-7", 200);
  }

  @Test
  void aSampleHasItsThreadCpuTimeAndFunctions() throws IOException {
    StackSample gzip = read(TEXT).get(0);

    assertThat(gzip.thread())
        .isEqualTo(new SampledThread("node-7", "4242", "", "gzip", "gzip", "4242"));
    assertThat(gzip.cpu()).isEqualTo(1);
    assertThat(gzip.timeNanos()).isEqualTo(1_700_000_000_123_456_789L);
    assertThat(gzip.periodNanos()).isEqualTo(5_000_000);
    assertThat(gzip.frames()).containsExactly("main", "[libc.so.6]", "deflate");
  }

  @Test
  void aProcessHasTheNameOfItsMainThread() throws IOException {
    String java = "java  77/77  [000]  1700000000.2: PERF_RECORD_COMM exec: java:77/77\n" + TEXT;

    assertThat(read(TEXT).get(1).thread().executable()).isEqualTo("C2 CompilerThre");
    assertThat(read(java).get(1).thread().executable()).isEqualTo("java");
    assertThat(read(java).get(1).thread().name()).isEqualTo("C2 CompilerThre");
  }

  @Test
  void aSampleWithoutFramesIsASample() throws IOException {
    assertThat(read(TEXT)).hasSize(3);
    assertThat(read(TEXT).get(2).frames()).isEmpty();
    assertThat(read(TEXT).get(2).thread().executable()).isEqualTo("swapper");
  }

  @Test
  void perfsUsualLineIsRead() throws IOException {
    String usual =
        """
        gzip  4242 [001] 1700000000.123456:     250000 cpu-clock:ppp:
                55d0c1 deflate+0x1f (/usr/bin/gzip)
        """;

    assertThat(read(usual))
        .singleElement()
        .satisfies(sample -> assertThat(sample.frames()).containsExactly("deflate"))
        .satisfies(sample -> assertThat(sample.timeNanos()).isEqualTo(1_700_000_000_123_456_000L));
  }

  @Test
  void codeWithoutSymbolsIsNamedByItsFile() throws IOException {
    String unnamed =
        """
        gzip  1/1 [001] 1700000000.1: 1
                11 [unknown] (/tmp/lib/b.so (deleted))
                12 [unknown] ([unknown])
                13 operator()(int) const+0x1 (/usr/lib/c.so)

        """;

    assertThat(read(unnamed).get(0).frames())
        .containsExactly("operator()(int) const", "[unknown]", "[b.so]");
  }

  @Test
  void timesSinceTheMachineStartedAreRefused() {
    assertThatThrownBy(() -> read(TEXT.replace("1700000000", "86400")))
        .isInstanceOf(ProfilerFileException.class)
        .hasMessageContaining("-k CLOCK_REALTIME");
  }

  @Test
  void textWithoutSamplesIsRefused() {
    assertThatThrownBy(() -> read("# no samples\n"))
        .isInstanceOf(ProfilerFileException.class)
        .hasMessageContaining("perf script");
  }
}
