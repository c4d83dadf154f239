package io.tracemill.connectors.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Slice;
import org.junit.jupiter.api.Test;

final class TraceStateTest {
  private static final long ALL = 1L << 56;

  @Test
  void thresholdsAreFractionsOfTwoToThe56() {
    assertThat(threshold("ot=th:8")).isEqualTo(ALL / 2);
    assertThat(threshold("ot=th:c")).isEqualTo(ALL / 4 * 3);
    assertThat(threshold("ot=th:fd70a3d70a3d71")).isEqualTo(0xfd70a3d70a3d71L);
    assertThat(threshold("ot=th:0")).isZero();
  }

  @Test
  void otherMembersAndKeysAreSkipped() {
    assertThat(threshold("vendor=th:1, ot=rv:abcdef;th:8,rojo=00")).isEqualTo(ALL / 2);
    assertThat(threshold("not=th:8")).isZero();
    assertThat(threshold("ot=xth:8")).isZero();
  }

  @Test
  void anInvalidThresholdIsIgnored() {
    for (String state : new String[] {"", "ot=", "ot=th:", "ot=th:g", "ot=th:123456789abcdef"}) {
      assertThat(threshold(state)).as(state).isZero();
    }
  }

  private static long threshold(String state) {
    byte[] bytes = ("##" + state + "##").getBytes(UTF_8);
    Slice slice = new Slice();
    slice.set(bytes, 2, bytes.length - 4);
    return TraceState.samplingThreshold(slice);
  }
}
