package io.tracemill.cli.analyze;

import static java.util.Comparator.comparingDouble;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.whatif.Question;
import io.tracemill.cli.screen.Page;
import io.tracemill.cli.screen.Wording;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The answers to what-if questions as a table; the largest change of total request time comes
 * first.
 */
final class WhatIfAnswers {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SHOWN = 20;
  private static final double WHOLE = 100;

  /** The effect of one change on one endpoint's requests. */
  private record Answer(JsonNode endpoint, JsonNode change) {
    /** Nanoseconds saved, summed over all requests. */
    double savedNanos() {
      return change.path("saved").path("meanNanos").asDouble()
          * endpoint.path("requests").asDouble();
    }

    String place() {
      return name(change.path("place"));
    }

    /** {@code 45 -> 41 ms (-4 ms)}. */
    String figures(String figure) {
      long before = endpoint.path("before").path(figure).asLong();
      long after = before - change.path("saved").path(figure).asLong();
      return "%s (%s)"
          .formatted(Figures.durations(before, after), Figures.signedDuration(after - before));
    }

    String text() {
      String then =
          change.has("criticalThen")
              ? "; then critical: %s, %s a request"
                  .formatted(
                      Wording.printable(name(change.path("criticalThen"))),
                      Figures.signedDuration(change.path("criticalThenNanos").asLong()))
              : "";
      return "%s %s, of %s, from %s of %s requests%s"
          .formatted(
              Wording.printable(place()),
              amount(),
              Wording.frame(endpoint.path("endpoint")),
              Wording.number(endpoint.path("sampled").asLong()),
              Wording.number(endpoint.path("requests").asLong()),
              then);
    }

    private String amount() {
      return change.has("addedNanos")
          ? Figures.signedDuration(change.path("addedNanos").asLong())
          : new DecimalFormat(
                  "+0.####' %';-0.####' %'", DecimalFormatSymbols.getInstance(Locale.ROOT))
              .format(-WHOLE * change.path("faster").asDouble());
    }

    private static String name(JsonNode place) {
      return switch (place.path("type").asText()) {
        case "edge" -> place.path("caller").asText() + " -> " + place.path("callee").asText();
        case "service" -> place.path("service").asText();
        default -> place.path("service").asText() + " " + place.path("operation").asText();
      };
    }
  }

  private final List<Answer> answers = new ArrayList<>();

  private WhatIfAnswers() {}

  /** Reads the job's answers; the file is absent if there are none. */
  static WhatIfAnswers read(Path file) throws IOException {
    WhatIfAnswers read = new WhatIfAnswers();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        JsonNode endpoint = JSON.readTree(line);
        endpoint.path("changes").forEach(change -> read.answers.add(new Answer(endpoint, change)));
      }
    }
    read.answers.sort(comparingDouble(answer -> -Math.abs(answer.savedNanos())));
    return read;
  }

  /** Prints the table, then the questions that no sampled request could answer. */
  void print(PrintWriter out, List<Question> questions) {
    Page page = new Page();
    page.prose("", "What if, each change by itself, from sampled requests of the whole input:");
    for (Answer answer : answers.subList(0, Math.min(SHOWN, answers.size()))) {
      page.prose("  ", answer.text());
      page.prose(
          "    ",
          "mean %s, p50 %s, p95 %s, p99 %s"
              .formatted(
                  answer.figures("meanNanos"),
                  answer.figures("p50Nanos"),
                  answer.figures("p95Nanos"),
                  answer.figures("p99Nanos")));
    }
    if (answers.size() > SHOWN) {
      page.prose("  ", "and %s more".formatted(Wording.number(answers.size() - SHOWN)));
    }
    for (Question question : questions) {
      if (answers.stream().noneMatch(answer -> answer.place().equals(question.place()))) {
        page.prose(
            "  ",
            "%s: no sampled request has such an operation, edge or service"
                .formatted(Wording.printable(question.place())));
      }
    }
    out.print(page);
    out.flush();
  }
}
