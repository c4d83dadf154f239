package io.tracemill.cli.query.answer;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.cli.query.answer.Layout.Column;
import io.tracemill.cli.query.answer.Layout.Column.Kind;
import io.tracemill.cli.screen.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.commons.text.WordUtils;

/** An answer as text: the requests that it is about, figures of all, and a table. */
public final class AnswerText {
  private static final int COLUMNS = 80;
  private static final int SHOWN_HEX = 12;
  private static final int BAR = 20;
  private static final double MIN_SHARE = 0.005;
  private static final double LEAST_PROBABILITY = 0.0001;

  private final JsonNode answer;
  private final Layout layout;
  private final OptionalInt screen;
  private final List<ObjectNode> rows;

  /**
   * The text of an answer.
   *
   * @param answer its JSON
   * @param screen columns of the terminal; empty if the text goes elsewhere
   */
  public AnswerText(JsonNode answer, Layout layout, OptionalInt screen) {
    this.answer = answer;
    this.layout = layout;
    this.screen = screen;
    this.rows = AnswerRows.of(answer, layout);
  }

  /** Comma-separated values with all fields of the rows. */
  public List<String> csv() {
    return AnswerRows.csv(rows);
  }

  /** The lines before the table. */
  public List<String> heading() {
    List<String> lines = new ArrayList<>();
    String requests = requests();
    if (!requests.isEmpty()) {
      lines.add(subject() + requests);
    }
    String figures =
        layout.heading().stream()
            .filter(column -> !isAbsent(AnswerRows.value(answer, column.path())))
            .map(column -> column.heading() + " " + text(answer, column))
            .collect(joining(", "));
    if (!figures.isEmpty()) {
      lines.addAll(WordUtils.wrap(figures, screen.orElse(COLUMNS), "\n", false).lines().toList());
    }
    return lines;
  }

  private String subject() {
    String endpoint = answer.has("endpoint") ? Wording.frame(answer.path("endpoint")) : "";
    String category = answer.has("category") ? "category " + answer.path("category").asText() : "";
    String subject = endpoint + (endpoint.isEmpty() || category.isEmpty() ? "" : ", ") + category;
    return subject.isEmpty() ? "" : subject + ": ";
  }

  /** {@code all 5,000 requests}, or {@code about 5,000 requests, estimated from 200}. */
  private String requests() {
    JsonNode basis = answer.path("basis");
    if (basis.isObject()) {
      long kept = basis.path("kept").asLong();
      long leftOut = basis.path("leftOut").asLong();
      return requests(
              Math.round(basis.path("requests").asDouble()),
              basis.path("exact").asBoolean() ? 0 : 1,
              kept)
          + (leftOut == 0
              ? ""
              : "; without %s of which only the critical path is kept"
                  .formatted(Figures.count(leftOut)));
    }
    return answer.path("requests").isNumber()
        ? requests(
            answer.path("requests").asLong(),
            answer.path("requestsError").asDouble(),
            answer.path("rows").asLong())
        : "";
  }

  private static String requests(long requests, double error, long kept) {
    return error == 0
        ? "all %s requests".formatted(Figures.count(requests))
        : "about %s requests, estimated from %s"
            .formatted(Figures.count(requests), Figures.count(kept));
  }

  /** All lines. */
  public List<String> lines() {
    List<String> lines = heading();
    List<ObjectNode> shown = rows.stream().filter(this::isLarge).toList();
    if (!lines.isEmpty()) {
      lines.add("");
    }
    if (rows.isEmpty()) {
      lines.add("There is none.");
      return lines;
    }
    lines.addAll(table(shown));
    if (shown.size() < rows.size()) {
      lines.add(
          "And %s with less than %s of the time."
              .formatted(
                  Wording.count(rows.size() - (long) shown.size(), "path"),
                  Figures.percent(MIN_SHARE)));
    }
    return lines;
  }

  private boolean isLarge(ObjectNode row) {
    return layout.columns().stream()
        .filter(column -> column.kind() == Kind.SHARE)
        .allMatch(column -> part(row, column) >= MIN_SHARE);
  }

  /** Aligned cells below a line of headings, without columns that are empty. */
  private List<String> table(List<ObjectNode> shown) {
    List<Column> columns =
        layout.columns().stream()
            .filter(
                column ->
                    column.kind() == Kind.CALL
                        || column.kind() == Kind.RAW
                        || shown.stream()
                            .anyMatch(row -> !isAbsent(AnswerRows.value(row, column.path()))))
            .toList();
    Table table = new Table();
    for (Column column : columns) {
      List<String> cells =
          Stream.concat(Stream.of(column.heading()), shown.stream().map(row -> text(row, column)))
              .toList();
      if (isName(shown, column)) {
        table.addNames(cells);
      } else {
        table.add(cells, column.kind() == Kind.BAR || isText(shown, column));
      }
    }
    return table.lines(screen);
  }

  private static boolean isName(List<ObjectNode> shown, Column column) {
    return column.kind() == Kind.CALL || (column.kind() == Kind.PLAIN && isText(shown, column));
  }

  private static boolean isText(List<ObjectNode> shown, Column column) {
    return shown.stream()
        .map(row -> AnswerRows.value(row, column.path()))
        .anyMatch(value -> !value.isNumber() && !value.isMissingNode());
  }

  private static boolean isAbsent(JsonNode value) {
    return value.isMissingNode()
        || value.isNull()
        || (value.isBoolean() && !value.asBoolean())
        || (value.isTextual() && value.asText().isEmpty());
  }

  private String text(JsonNode row, Column column) {
    JsonNode value = AnswerRows.value(row, column.path());
    if (isOfNone(row, column)) {
      return "-";
    }
    return switch (column.kind()) {
      case CALL -> call(row);
      case BAR -> part(row, column) > 0 ? Lane.bar(part(row, column), BAR) : "";
      case SHARE -> Figures.percent(part(row, column));
      case EACH ->
          Figures.duration(value.asLong() / Math.max(1, answer.path(requestsField()).asLong()));
      case TIME -> value.isNumber() ? duration(value) : "-";
      case PLAIN -> plain(row, column, value);
      case RAW -> Wording.printable(value.isNull() ? "" : value.asText());
    };
  }

  /** Whether it is a mean, or a ratio of means, of a compared set without requests. */
  private boolean isOfNone(JsonNode row, Column column) {
    String side = column.path().get(0);
    String figure = column.path().get(column.path().size() - 1);
    return switch (figure) {
      case "meanNanos", "ownMeanNanos" -> hasNone(row, side);
      case "ratio" ->
          hasNone(row, "after")
              || (row.has("before") && row.path("before").path("meanNanos").asDouble() == 0);
      default -> false;
    };
  }

  private boolean hasNone(JsonNode row, String side) {
    JsonNode ofRow = row.path(side).path("rows");
    JsonNode rows = ofRow.isNumber() ? ofRow : answer.path("comparison").path(side).path("rows");
    return rows.isNumber() && rows.asLong() == 0;
  }

  private String requestsField() {
    return answer.has("traceCount") ? "traceCount" : "traces";
  }

  private double part(JsonNode row, Column column) {
    double most =
        rows.stream()
            .mapToDouble(each -> AnswerRows.value(each, column.path()).asDouble())
            .max()
            .orElse(0);
    return most == 0 ? 0 : AnswerRows.value(row, column.path()).asDouble() / most;
  }

  private static String call(JsonNode row) {
    String name =
        "%s%s %s%s%s"
            .formatted(
                row.path("async").asBoolean() ? "async " : "",
                row.path("service").asText(row.path("frame").path("service").asText()),
                row.path("operation").asText(row.path("frame").path("operation").asText()),
                row.has("callee") ? " -> " + row.path("callee").asText() : "",
                row.path("run").asInt() > 1 ? " x" + row.path("run").asInt() : "");
    return Lane.indented(row.path("depth").asInt(), name);
  }

  private static String plain(JsonNode row, Column column, JsonNode value) {
    String name = column.path().get(column.path().size() - 1);
    if (value.isMissingNode() || value.isNull()) {
      return "-";
    } else if (value.isBoolean()) {
      return value.asBoolean() ? "!" : "";
    } else if (value.isTextual()) {
      return name.equals("category") ? digits(value.asText()) : Wording.printable(value.asText());
    } else if (value.isObject()) {
      return place(value);
    } else if (isTime(row, column)) {
      double error = error(row, column);
      return error > 0
          ? "%s +- %s".formatted(duration(value), Figures.duration(Math.round(error)))
          : duration(value);
    } else if (name.endsWith("Millis")) {
      return Wording.dated(value.asLong());
    }
    return number(name, value);
  }

  /** Some rows name a figure, which may be a duration. */
  private static boolean isTime(JsonNode row, Column column) {
    return column.path().stream().anyMatch(part -> part.endsWith("Nanos"))
        || (column.path().get(0).equals("values") && row.path("name").asText().endsWith("Nanos"));
  }

  /** The standard error of a mean, which is a field beside it or a part of it. */
  private static double error(JsonNode row, Column column) {
    JsonNode above = row;
    List<String> path = column.path();
    for (String part : path.subList(0, path.size() - 1)) {
      above = above.path(part);
    }
    String name = path.get(path.size() - 1);
    JsonNode beside = above.path(name.replaceFirst("Nanos$", "ErrorNanos"));
    return above.path(name).path("error").asDouble(name.endsWith("Nanos") ? beside.asDouble() : 0);
  }

  private static String duration(JsonNode nanos) {
    return Figures.duration(Math.round(nanos.asDouble()));
  }

  private static String number(String name, JsonNode value) {
    double number = value.asDouble();
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.contains("share") || lower.equals("slower")) {
      return Figures.percent(number);
    } else if (lower.endsWith("value")) {
      return number < LEAST_PROBABILITY ? "<0.0001" : String.format(Locale.ROOT, "%.4f", number);
    }
    return number == Math.rint(number)
        ? Figures.count(Math.round(number))
        : String.format(Locale.ROOT, "%,.2f", number);
  }

  /** {@code cart GET /items}, {@code front -> cart}, {@code cart}. */
  private static String place(JsonNode place) {
    return Wording.printable(
        place.has("callee")
            ? place.path("caller").asText() + " -> " + place.path("callee").asText()
            : (place.path("service").asText() + " " + place.path("operation").asText()).strip());
  }

  private static String digits(String category) {
    return category.substring(0, Math.min(SHOWN_HEX, category.length()));
  }
}
