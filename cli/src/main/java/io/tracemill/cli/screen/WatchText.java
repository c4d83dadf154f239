package io.tracemill.cli.screen;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalLong;

/**
 * How far silence about an endpoint means health: the field {@code watch} of its quality records.
 *
 * @param state {@code watching}, {@code learning} or {@code blind}
 * @param reason why it is not watched, such as {@code few-requests}; empty where it is
 * @param untilMillis when it is watched at the earliest, since the epoch, where that is known
 */
public record WatchText(String state, String reason, OptionalLong untilMillis) {
  /** What such a field says. */
  public static WatchText of(JsonNode watch) {
    return new WatchText(
        Wording.printable(watch.path("state").asText()),
        Wording.printable(watch.path("reason").asText()),
        watch.has("untilMillis")
            ? OptionalLong.of(watch.path("untilMillis").asLong())
            : OptionalLong.empty());
  }

  /** {@code learning until 14:35}, {@code blind (few-requests)}. */
  @Override
  public String toString() {
    if (untilMillis.isPresent()) {
      return state + " until " + Wording.minute(untilMillis.getAsLong());
    }
    return reason.isEmpty() ? state : state + " (" + reason + ")";
  }
}
