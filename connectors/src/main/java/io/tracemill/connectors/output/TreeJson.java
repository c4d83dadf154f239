package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.profile.EndpointProfile.Percentiles;
import java.io.IOException;
import java.util.Optional;

/** Writes call trees, and says beforehand how large they become. */
final class TreeJson {
  private static final int NUMBER_BYTES = 20;

  /** Everything in a node but names and digits, the comma behind it included. */
  private static final int NODE_BYTES =
      """
      {"parent":,"service":"","operation":"","traces":,"inclusiveNanos":,"exclusiveNanos":},"""
          .length();

  private static final int CALLEE_BYTES = ",\"callee\":\"\"".length();

  private static final int PERCENTILES_BYTES =
      """
      ,"exclusive":{"p50":,"p95":,"p99":}"""
              .length()
          + 3 * NUMBER_BYTES;

  /** Bytes of an {@code (other)} node, at most. */
  static final int OTHER_BYTES =
      NODE_BYTES + 2 * "(other)".length() + 4 * NUMBER_BYTES + PERCENTILES_BYTES;

  private TreeJson() {}

  /** As {@link #bytes(CallTree)} but far more, as names are not looked at. */
  static long roughBytes(CallTree tree) {
    long bytes = 0;
    for (int node = 0; node < tree.size(); node++) {
      PathStep step = tree.step(node);
      bytes += OTHER_BYTES + CALLEE_BYTES;
      bytes += WellFormed.MAX_JSON_BYTES * step.frame().service().length();
      bytes += WellFormed.MAX_JSON_BYTES * step.frame().operation().length();
      bytes += WellFormed.MAX_JSON_BYTES * step.callee().map(String::length).orElse(0);
    }
    return bytes;
  }

  /** Bytes of the list of all nodes, at most. */
  static long bytes(CallTree tree) {
    long bytes = 0;
    for (int node = 0; node < tree.size(); node++) {
      bytes += bytes(tree, node);
    }
    return bytes;
  }

  /** Bytes of one node and the comma behind it, at most. */
  static long bytes(CallTree tree, int node) {
    PathStep step = tree.step(node);
    Optional<String> callee = step.callee();
    long bytes = NODE_BYTES;
    bytes += digits(2L * tree.size());
    bytes += WellFormed.jsonBytes(step.frame().service());
    bytes += WellFormed.jsonBytes(step.frame().operation());
    bytes += callee.isPresent() ? CALLEE_BYTES + WellFormed.jsonBytes(callee.get()) : 0;
    bytes += digits(tree.count(node));
    bytes += digits(tree.inclusiveNanos(node)) + digits(tree.exclusiveNanos(node));
    return bytes + (tree.exclusive(node).isPresent() ? PERCENTILES_BYTES : 0);
  }

  /** Characters of a number in decimal, at most. */
  static int digits(long number) {
    if (number < 0) {
      return NUMBER_BYTES;
    }
    int digits = 1;
    for (long rest = number; rest > 9; rest /= 10) {
      digits++;
    }
    return digits;
  }

  /** Writes the list of nodes. */
  static void write(JsonGenerator json, CallTree tree) throws IOException {
    json.writeStartArray();
    for (int node = 0; node < tree.size(); node++) {
      writeNode(json, tree, node);
    }
    json.writeEndArray();
  }

  private static void writeNode(JsonGenerator json, CallTree tree, int node) throws IOException {
    PathStep step = tree.step(node);
    json.writeStartObject();
    json.writeNumberField("parent", tree.parent(node));
    json.writeStringField("service", WellFormed.text(step.frame().service()));
    json.writeStringField("operation", WellFormed.text(step.frame().operation()));
    if (step.callee().isPresent()) {
      json.writeStringField("callee", WellFormed.text(step.callee().get()));
    }
    json.writeNumberField(tree.counted().field(), tree.count(node));
    json.writeNumberField("inclusiveNanos", tree.inclusiveNanos(node));
    json.writeNumberField("exclusiveNanos", tree.exclusiveNanos(node));
    if (tree.exclusive(node).isPresent()) {
      writePercentiles(json, tree.exclusive(node).get());
    }
    json.writeEndObject();
  }

  private static void writePercentiles(JsonGenerator json, Percentiles exclusive)
      throws IOException {
    json.writeObjectFieldStart("exclusive");
    json.writeNumberField("p50", exclusive.p50());
    json.writeNumberField("p95", exclusive.p95());
    json.writeNumberField("p99", exclusive.p99());
    json.writeEndObject();
  }
}
