package io.tracemill.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.console.Console;
import io.tracemill.console.DirectoryConsole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Draws much, and prints how long it took; machines differ, so that no time is asserted. */
@Tag("slow")
@Timeout(300)
@SuppressWarnings("NullAway.Init")
final class ConsoleFiguresIT {
  private static final int ENDPOINTS = 1_000;
  private static final String PROFILE =
      """
      {"window": {"startMillis": 1700000000000, "endMillis": 1700000060000},
       "endpoint": {"service": "shop", "operation": "GET /"}, "traceCount": 60, "errors": 0,
       "errorRatio": 0.0,
       "latencyNanos": {"mean": 9, "p50": 8, "p90": 9, "p95": 9, "p99": 10, "max": 10},
       "evidence": {"incomplete": 0, "truncated": 0, "corrected": 0, "skewNanos": 0,
         "clippedNanos": 0, "clippedShare": 0.0, "categories": 1},
       "tree": [{"parent": -1, "service": "shop", "operation": "GET /", "traces": 60,
         "inclusiveNanos": 540, "exclusiveNanos": 540, "exclusive": {"p50": 8, "p95": 9, "p99": 9}}],
       "classes": [], "exemplars": []}
      """;

  /** Scrolls by a row or two a frame; the times between frames. */
  private static final String SCROLL =
      """
      const box = document.querySelector(".table-box");
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const times = [];
      let last = await frame();
      for (let step = 0; step < 120; step++) {
        box.scrollTop += 90;
        const now = await frame();
        times.push(now - last);
        last = now;
      }
      times.sort((a, b) => a - b);
      return { median: times[60], worst: times[119], end: box.scrollTop };
      """;

  /** Draws a flame graph of a random tree. */
  private static final String FLAME =
      """
      const { html, render } = await import(location.origin + "/html.js");
      const { FlameGraph } = await import(location.origin + "/components/flame.js");
      const count = %d;
      let seed = 7;
      const random = () => (seed = (seed * 48271) %% 2147483647) / 2147483647;
      const nodes = Array.from({ length: count }, (_, i) => ({
        parent: i === 0 ? -1 : Math.floor(i * (0.3 + 0.7 * random())),
        service: "service-" + (i %% 40), operation: "operation " + (i %% 700),
        inclusiveNanos: 0, exclusiveNanos: 1 + Math.floor(random() * 1e6),
      }));
      for (let i = count - 1; i >= 0; i--) {
        nodes[i].inclusiveNanos += nodes[i].exclusiveNanos;
        if (i > 0) {
          nodes[nodes[i].parent].inclusiveNanos += nodes[i].inclusiveNanos;
        }
      }
      const box = document.createElement("div");
      document.getElementById("main").prepend(box);
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const times = [];
      for (let run = 0; run < 7; run++) {
        render(html`<${FlameGraph} key=${run} nodes=${nodes} height=${460} />`, box);
        while (!box.querySelector("canvas")?.dataset.drawMillis) {
          await frame();
        }
        times.push(Number(box.querySelector("canvas").dataset.drawMillis));
      }
      const frames = Number(box.querySelector("canvas").dataset.frames);
      render(null, box);
      box.remove();
      return { first: times[0], median: times.slice().sort((a, b) => a - b)[3], frames };
      """;

  @TempDir private static Path directory;

  private static Browser browser;
  private static Console console;
  private static Walk walk;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.open();
    Files.write(directory.resolve("profiles.jsonl"), profiles());
    console = DirectoryConsole.start(directory, "", 0);
    walk = new Walk(browser, console.address(), "many");
  }

  private static List<String> profiles() throws Exception {
    ObjectMapper json = new ObjectMapper();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < ENDPOINTS; i++) {
      ObjectNode profile = (ObjectNode) json.readTree(PROFILE);
      profile.withObject("/endpoint").put("operation", "GET /products/" + i);
      profile.put("traceCount", i);
      lines.add(json.writeValueAsString(profile));
    }
    return lines;
  }

  @AfterAll
  static void stop() throws Exception {
    if (browser != null) {
      browser.close();
    }
    if (console != null) {
      console.close();
    }
  }

  @Test
  void aThousandEndpointsAreListed() throws Exception {
    browser.visit(console.address() + "#/endpoints");

    assertThat(walk.numbers("shown")).containsExactly((double) ENDPOINTS);
    JsonNode scroll = browser.evaluateAsync(SCROLL);
    assertThat(scroll.path("end").asDouble()).isPositive();
    System.out.printf(
        "console figures: %d endpoints scroll with %.1f ms a frame, the slowest %.1f ms%n",
        ENDPOINTS, scroll.path("median").asDouble(), scroll.path("worst").asDouble());
  }

  @Test
  void largeFlameGraphsAreDrawn() throws Exception {
    browser.visit(console.address() + "#/endpoints");
    for (int nodes : List.of(2_000, 100_000)) {
      JsonNode drawn = browser.evaluateAsync(FLAME.formatted(nodes));
      assertThat(drawn.path("frames").asInt()).as(drawn.toString()).isBetween(1_000, nodes);
      System.out.printf(
          "console figures: a flame graph of %,d nodes is drawn in %.1f ms, the first time in %.1f"
              + " ms; %,d frames are visible%n",
          nodes,
          drawn.path("median").asDouble(),
          drawn.path("first").asDouble(),
          drawn.path("frames").asInt());
    }
  }
}
