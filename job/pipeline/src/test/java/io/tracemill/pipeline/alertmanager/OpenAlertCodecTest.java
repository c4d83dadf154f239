package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.alert.Incident.Severity;
import io.tracemill.pipeline.CodecContract;
import java.util.Map;
import java.util.TreeMap;

class OpenAlertCodecTest extends CodecContract<OpenAlert> {
  OpenAlertCodecTest() {
    super(
        new OpenAlertCodec(),
        1,
        Map.of(
            "0002"
                + "6931"
                + "00"
                + "0000"
                + "00"
                + "0000000000000001"
                + "0000000000000002"
                + "00"
                + "0000"
                + "0000000000000000",
            new OpenAlert(
                new AlertPost(
                    new AlertIdentity("i1", Severity.PAGE, ""), false, 1, 2, new TreeMap<>(), ""),
                0),
            "0002"
                + "6932"
                + "01"
                + "0004"
                + "62616e6b"
                + "01"
                + "0000000000000003"
                + "0000000000000004"
                + "02"
                + "0001"
                + "61"
                + "0001"
                + "78"
                + "0001"
                + "62"
                + "0002"
                + "c3a9"
                + "0008"
                + "687474703a2f2f68"
                + "0000000000000005",
            new OpenAlert(
                new AlertPost(
                    new AlertIdentity("i2", Severity.TICKET, "bank"),
                    true,
                    3,
                    4,
                    new TreeMap<>(Map.of("b", "é", "a", "x")),
                    "http://h"),
                5)));
  }
}
