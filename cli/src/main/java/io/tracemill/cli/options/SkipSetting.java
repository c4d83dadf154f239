package io.tracemill.cli.options;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tracemill.analysis.request.EndpointPattern;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The key {@code endpoints.skip} as ASCII YAML to paste. */
public final class SkipSetting {
  private static final ObjectMapper ASCII =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private SkipSetting() {}

  /** Its lines, for these gateways. */
  public static List<String> lines(List<EndpointPattern> gateways) {
    List<String> lines = new ArrayList<>(List.of("endpoints:", "  skip:"));
    for (EndpointPattern each : gateways) {
      lines.add(
          "    - {service: %s, operation: %s}"
              .formatted(quoted(each.service()), quoted(each.operation())));
    }
    return lines;
  }

  /** A JSON string is also a YAML string. */
  private static String quoted(String name) {
    try {
      return ASCII.writeValueAsString(name);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
