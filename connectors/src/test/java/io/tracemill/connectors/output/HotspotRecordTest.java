package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.Hotspot;
import java.util.Collections;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class HotspotRecordTest {
  private static final StreamSchema SCHEMA = StreamSchema.of(ResultStream.HOTSPOTS);

  private static Hotspot hotspot(String service, String operation, int listed) {
    return new Hotspot(
        new Period(3_600_000, 3_660_000),
        2,
        service,
        operation,
        90,
        3,
        7,
        9,
        Collections.nCopies(listed, new Hotspot.Share(service, operation, 60, 0.25)),
        Collections.nCopies(listed, new Hotspot.Caller(service, operation, 50)));
  }

  @Test
  void aHotspotIsWrittenFieldByField() {
    ResultRecord record =
        new ResultWriter(Samples.NO_LIMITS).write(hotspot("db", "GET", 1), 3_660_000);

    assertThat(SCHEMA.violations(record.value())).isEmpty();
    assertThat(new String(record.value(), UTF_8))
        .isEqualTo(
            """
            {"window":{"startMillis":3600000,"endMillis":3660000},"rank":2,\
            "service":"db","operation":"GET","exclusiveNanos":90,"endpoints":3,"traces":7,\
            "tracesPresent":9,"shares":[{"service":"db","operation":"GET","exclusiveNanos":60,\
            "share":0.25}],"callers":[{"service":"db","operation":"GET","exclusiveNanos":50}]}\
            """);
    assertThat(new String(record.key(), UTF_8)).isEqualTo("3600000\0db\0GET");
    assertThat(record.timestampMillis()).isEqualTo(3_660_000);
    assertThat(record.stream()).isEqualTo(ResultStream.HOTSPOTS);
  }

  @Property(tries = 30)
  void whateverTheNamesTheRecordFits(@ForAll("names") String name) {
    byte[] json =
        new ResultWriter(new RecordLimits(1, 3_000)).write(hotspot(name, name, 20), 0).value();

    assertThat(json.length).isLessThanOrEqualTo(3_000);
    assertThat(SCHEMA.violations(json)).isEmpty();
  }

  @Provide
  Arbitrary<String> names() {
    return Samples.longNames();
  }
}
