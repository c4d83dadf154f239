package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.pipeline.CodecContract;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class OpenAlertCodecTest extends CodecContract<OpenAlert> {
  OpenAlertCodecTest() {
    super(
        new OpenAlertCodec(),
        List.of(
            new OpenAlert(
                new AlertPost(
                    new AlertIdentity("i1", Severity.PAGE, "", "shop a", "a"),
                    false,
                    1,
                    2,
                    new TreeMap<>(),
                    ""),
                0),
            new OpenAlert(
                new AlertPost(
                    new AlertIdentity("i2", Severity.TICKET, "bank", "shop b", "b"),
                    true,
                    3,
                    4,
                    new TreeMap<>(Map.of("b", "é", "a", "x")),
                    "http://h"),
                5)));
  }
}
