package io.tracemill.pipeline.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Baseline;
import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.cohort.Likeness;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.pipeline.CodecContract;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BaselineCodecTest extends CodecContract<Baseline> {
  private static final BaselineRules RULES = new BaselineRules(20, 10, 8, 120, 50);

  private static final String NOTHING_NEW = "00000000";

  private static final String FULL =
      "04140a000000000000012c0000000000000122"
          + "01000000000000010e"
          + "0a01000000000000012202ffffffffffffffec00000000000000140a1401"
          + NOTHING_NEW;

  private static final String FULL_IN_VERSION_THREE =
      "03140a000000000000012c0a01000000000000010e01000000000000012202ff"
          + "ffffffffffffec00000000000000140a140001";

  private static final String FULL_IN_VERSION_TWO =
      "02140a000000000000012c0a01000000000000010e01000000000000012202ff"
          + "ffffffffffffec00000000000000140a1400";

  private static final String FULL_IN_VERSION_ONE =
      "01140a000000000000012c0a01000000000000010e01000000000000012202ff"
          + "ffffffffffffec00000000000000140a14";

  BaselineCodecTest() {
    super(
        new BaselineCodec(),
        4,
        Map.of(
            "04140a80000000000000007fffffffffffffff00" + "00000000" + NOTHING_NEW,
            new Baseline(RULES),
            "04140a8000000000000000000000000000000000"
                + "14000001"
                + "000001000000000000000014"
                + "00",
            withNewNormal(),
            FULL,
            full()));
  }

  @Test
  void inVersionOneNobodySaidThatThereIsANewNormal() throws IOException {
    assertThat(readAndWritten(FULL_IN_VERSION_ONE, 1)).isEqualTo(notKnownToBeCompared());
  }

  @Test
  void inVersionTwoNobodySaidThatSomethingWasComparedWithIt() throws IOException {
    assertThat(readAndWritten(FULL_IN_VERSION_TWO, 2)).isEqualTo(notKnownToBeCompared());
  }

  @Test
  void inVersionThreeNothingWasKeptOfANewNormal() throws IOException {
    assertThat(readAndWritten(FULL_IN_VERSION_THREE, 3)).isEqualTo(FULL);
  }

  private static String notKnownToBeCompared() {
    int compared = FULL.length() - NOTHING_NEW.length() - 2;
    return FULL.substring(0, compared) + "00" + NOTHING_NEW;
  }

  private static String readAndWritten(String written, int version) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(written);

    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    Baseline read = new BaselineCodec().read(in, version);

    assertThat(in.read()).isEqualTo(-1);
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    new BaselineCodec().write(read, new DataOutputStream(again));
    return HexFormat.of().formatHex(again.toByteArray());
  }

  private static Baseline full() {
    Baseline full = new Baseline(RULES);
    full.sawTraffic(300);
    full.enter(-10);
    full.enter(20);
    full.enter(30);
    full.leaveOut(270);
    full.learn(Likeness.PANE_DIFFERS, new Period(280, 300));
    return full;
  }

  private static Baseline withNewNormal() {
    Baseline baseline = new Baseline(RULES);
    baseline.learn(Likeness.WINDOW_DIFFERS, new Period(0, 20));
    baseline.enter(0);
    baseline.enter(10);
    return baseline;
  }
}
