package io.tracemill.console.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.connectors.export.FlameGraphFormat;
import io.tracemill.connectors.output.PartialRecord;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProfileFlamesTest {
  private static final String PROFILE =
      """
      {"endpoint": {"service": "shop", "operation": "GET /a b"}, "traceCount": 3, "tree": [
        {"parent": -1, "service": "shop", "operation": "GET /a b",
         "inclusiveNanos": 60, "exclusiveNanos": 10},
        {"parent": 0, "service": "shop", "operation": "call", "callee": "pay",
         "inclusiveNanos": 50, "exclusiveNanos": 20},
        {"parent": 1, "service": "pay", "operation": "charge",
         "inclusiveNanos": 30, "exclusiveNanos": 30}]}
      """;

  private static ProfileFlames.File file(FlameGraphFormat format) throws IOException {
    JsonNode profile = new ObjectMapper().readTree(PROFILE);
    return ProfileFlames.file(
        PartialRecord.read(ResultStream.PROFILES, profile, EndpointProfile.class), format);
  }

  @Test
  void theTreeOfARecordIsWrittenAsStacks() throws IOException {
    ProfileFlames.File file = file(FlameGraphFormat.FOLDED);
    assertThat(new String(file.bytes(), UTF_8).lines())
        .containsExactlyInAnyOrder(
            "shop GET /a b 10",
            "shop GET /a b;shop call 20",
            "shop GET /a b;shop call;pay charge 30");
    assertThat(file.contentType()).isEqualTo("text/plain;charset=utf-8");
  }

  @ParameterizedTest
  @EnumSource
  void everyFormatHasAFileNameAndContent(FlameGraphFormat format) throws IOException {
    ProfileFlames.File file = file(format);
    assertThat(file.name()).matches("shop-GET-a-b-[0-9a-f]{10}\\." + format.extension());
    assertThat(file.bytes()).isNotEmpty();
  }
}
