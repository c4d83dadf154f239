package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.profile.Distribution;
import io.tracemill.analysis.systemic.SystemReport;
import io.tracemill.analysis.systemic.SystemReport.Figure;
import java.util.List;
import org.junit.jupiter.api.Test;

class SystemJsonTest {
  private static final StreamSchema SCHEMA = StreamSchema.of(ResultStream.SYSTEMS);

  private static ResultRecord record() {
    Distribution depth = new Distribution();
    depth.add(1);
    depth.add(4);
    return new SystemJson()
        .record(
            new SystemReport(
                3_600_000,
                3_660_000,
                2,
                List.of(
                    new Figure("callDepth", depth),
                    new Figure("callersPerFrame", new Distribution()))));
  }

  @Test
  void aWindowIsWrittenFieldByField() {
    assertThat(SCHEMA.violations(record().value())).isEmpty();
    assertThat(new String(record().value(), UTF_8))
        .isEqualTo(
            """
            {"window":{"startMillis":3600000,"endMillis":3660000},"requests":2,"distributions":[\
            {"name":"callDepth","count":2,"mean":2.5,"p50":1,"p90":4,"p95":4,"p99":4,"max":4},\
            {"name":"callersPerFrame","count":0,"mean":0.0,"p50":0,"p90":0,"p95":0,"p99":0,"max":0}]}""");
    assertThat(new String(record().key(), UTF_8)).isEqualTo("3600000");
    assertThat(record().timestampMillis()).isEqualTo(3_660_000);
    assertThat(record().stream()).isEqualTo(ResultStream.SYSTEMS);
  }

  @Test
  void theSchemaRejectsAWrongRecord() {
    for (String field : List.of("window", "requests", "distributions")) {
      ObjectNode without = (ObjectNode) StreamSchema.parse(record().value());
      without.remove(field);
      assertThat(SCHEMA.violations(without)).as(field).hasSize(1);
    }
  }
}
