package io.tracemill.console.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * What {@code explain --json} printed of recordings of the lab, without small functions and most
 * features.
 *
 * @param neighbour a process of others takes the CPUs
 * @param coupons a function is slow
 */
record StackRecords(String neighbour, String coupons) {
  static final String HOST = "lab-1";

  static StackRecords read() throws IOException {
    try (InputStream file = StackRecords.class.getResourceAsStream("/stack-explanations.jsonl")) {
      List<String> lines = new String(file.readAllBytes(), UTF_8).lines().toList();
      return new StackRecords(lines.get(0), lines.get(1));
    }
  }
}
