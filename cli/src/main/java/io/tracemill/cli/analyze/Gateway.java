package io.tracemill.cli.analyze;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.cli.screen.Wording;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A service that passes each request on to one of several operations of others, so that its own
 * operation says little about the request.
 *
 * @param hidden how many operations it calls
 */
record Gateway(String service, int hidden) {
  private static final ObjectMapper ASCII =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  /** A request that calls more of them than this, on average, is not just passed on. */
  private static final double MAX_CALLS = 1.1;

  /** If more requests than this go on to one operation, that is the endpoint. */
  private static final double MAX_SHARE = 0.9;

  /** Reads it off the tree of a profile whose endpoint is of {@code service}. */
  static Optional<Gateway> of(String service, JsonNode tree) {
    Map<String, Long> calls = new HashMap<>();
    boolean[] own = new boolean[tree.size()];
    long requests = 0;
    for (int i = 0; i < own.length; i++) {
      JsonNode node = tree.get(i);
      int parent = node.path("parent").asInt(-1);
      boolean above = parent < 0 || own[parent];
      own[i] = above && node.path("service").asText().equals(service);
      requests += parent < 0 ? node.path("traces").asLong() : 0;
      if (above && !own[i]) {
        calls.merge(Wording.frame(node), node.path("traces").asLong(), Long::sum);
      }
    }
    long all = calls.values().stream().mapToLong(Long::longValue).sum();
    long largest = calls.values().stream().mapToLong(Long::longValue).max().orElse(0);
    return calls.size() > 1 && all <= MAX_CALLS * requests && largest <= MAX_SHARE * requests
        ? Optional.of(new Gateway(service, calls.size()))
        : Optional.empty();
  }

  /** The setting that looks through it, and what is looked through already; YAML in ASCII. */
  List<String> setting(List<EndpointPattern> skipped) throws JsonProcessingException {
    List<EndpointPattern> all = new ArrayList<>(skipped);
    all.add(new EndpointPattern(service, "*"));
    List<String> lines = new ArrayList<>(List.of("  endpoints:", "    skip:"));
    for (EndpointPattern each : all) {
      // A string of JSON is one of YAML.
      lines.add(
          "      - {service: %s, operation: %s}"
              .formatted(
                  ASCII.writeValueAsString(each.service()),
                  ASCII.writeValueAsString(each.operation())));
    }
    return lines;
  }
}
