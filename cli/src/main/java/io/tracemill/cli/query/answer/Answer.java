package io.tracemill.cli.query.answer;

import java.util.List;

/**
 * An answer to print.
 *
 * @param value what {@code --json} prints
 * @param lines what is printed as text
 * @param csv what {@code --csv} prints
 */
public record Answer(Object value, List<String> lines, List<String> csv) {
  public Answer {
    lines = List.copyOf(lines);
    csv = List.copyOf(csv);
  }
}
