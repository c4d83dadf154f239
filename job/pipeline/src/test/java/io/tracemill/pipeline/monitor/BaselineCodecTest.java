package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.cohort.Baseline;
import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.cohort.Likeness;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.pipeline.CodecContract;
import java.util.Map;

class BaselineCodecTest extends CodecContract<Baseline> {
  private static final BaselineRules RULES = new BaselineRules(20, 10, 8, 120, 50);

  BaselineCodecTest() {
    super(
        new BaselineCodec(),
        1,
        Map.of(
            "01140a800000000000000000000000",
            new Baseline(RULES),
            "01140a000000000000012c0a01000000000000010e01000000000000012202ff"
                + "ffffffffffffec00000000000000140a14",
            full()));
  }

  private static Baseline full() {
    Baseline full = new Baseline(RULES);
    full.sawTraffic(300);
    full.enter(-10);
    full.enter(20);
    full.enter(30);
    full.leaveOut(270);
    full.learn(Likeness.PANE_DIFFERS, new Period(280, 300), RULES);
    return full;
  }
}
