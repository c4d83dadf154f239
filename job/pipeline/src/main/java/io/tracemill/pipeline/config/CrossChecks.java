package io.tracemill.pipeline.config;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What must hold between the values of several keys, or can't be said of one in its type.
 *
 * @param fromElsewhere paths of the keys whose values came from the environment or a file, in whole
 *     or in part; messages show them as little as other messages do
 */
record CrossChecks(TracemillConfig config, Set<String> fromElsewhere) {
  private static final int MAX_PANES = 720;

  /** The panes of the longest window: a change is not accepted before it fills one. */
  private static final int LEAST_ACCEPTED_PANES = 20;

  private static final String PARALLELISM = "parallelism.default";

  /** Kafka's names of what has a key of its own. */
  private static final Map<String, Key<?>> OWN_KEYS =
      Map.of(
          "bootstrap.servers", Keys.KAFKA_BOOTSTRAP_SERVERS,
          "group.id", Keys.KAFKA_GROUP_ID,
          "auto.offset.reset", Keys.KAFKA_START);

  /** Throws a {@link ConfigException} that names the keys, if something does not hold. */
  void check() {
    kafka();
    windows();
    changes();
    alertmanager();
    assembly();
    parallelism();
  }

  private void kafka() {
    config.get(Keys.KAFKA_TOPICS).forEach(this::topic);
    for (String property : config.get(Keys.KAFKA_PROPERTIES).keySet()) {
      Key<?> own = OWN_KEYS.get(property);
      if (own != null) {
        throw refusedAsShown(
            Keys.KAFKA_PROPERTIES, "\"%s\"".formatted(property), "set " + own.path() + " instead");
      }
    }
  }

  private void topic(String topic) {
    if (!topic.startsWith("^")) {
      if (!Texts.TOPIC_NAME.matcher(topic).matches()) {
        throw refused(Keys.KAFKA_TOPICS, topic, "letters, digits, '.', '_' and '-'");
      }
      return;
    }
    try {
      Pattern.compile(topic);
    } catch (PatternSyntaxException e) {
      throw refused(
          Keys.KAFKA_TOPICS, topic, "a regular expression (here: " + e.getDescription() + ")");
    }
  }

  private void windows() {
    Duration window = config.get(Keys.PROFILES_WINDOW);
    Duration slide = config.get(Keys.PROFILES_SLIDE);
    if (slide.toNanosPart() != 0) {
      throw refused(Keys.PROFILES_SLIDE, text(slide), "whole seconds");
    }
    long panes = window.toNanos() / slide.toNanos();
    if (panes < 1 || panes > MAX_PANES || !slide.multipliedBy(panes).equals(window)) {
      throw refused(
          Keys.PROFILES_WINDOW,
          text(window),
          "a whole multiple of profiles.slide, which is %s, up to %d times"
              .formatted(text(slide), MAX_PANES));
    }
  }

  private void changes() {
    Duration acceptAfter = config.get(ChangeKeys.CHANGES_ACCEPT_AFTER);
    Duration pane = config.get(ChangeKeys.CHANGES_PANE);
    if (pane.toNanosPart() != 0) {
      throw refused(ChangeKeys.CHANGES_PANE, text(pane), "whole seconds");
    }
    if (acceptAfter.compareTo(pane.multipliedBy(LEAST_ACCEPTED_PANES)) < 0) {
      throw refused(
          ChangeKeys.CHANGES_ACCEPT_AFTER,
          text(acceptAfter),
          "at least %d times changes.pane, which is %s"
              .formatted(LEAST_ACCEPTED_PANES, text(pane)));
    }
  }

  private void alertmanager() {
    Duration maxAge = config.get(ChangeKeys.ALERTMANAGER_MAX_AGE);
    Duration outOfOrder = config.get(Keys.TIME_OUT_OF_ORDERNESS);
    if (outOfOrder.compareTo(maxAge) >= 0) {
      throw refused(
          ChangeKeys.ALERTMANAGER_MAX_AGE,
          text(maxAge),
          "more than time.out-of-orderness, which is " + text(outOfOrder));
    }
  }

  private void assembly() {
    Duration longest = config.get(Keys.ASSEMBLY_MAX_DURATION);
    for (Key<Duration> key : List.of(Keys.ASSEMBLY_QUIET_PERIOD, Keys.ASSEMBLY_ROOT_GRACE)) {
      if (config.get(key).compareTo(longest) > 0) {
        throw refused(
            key, text(config.get(key)), "at most assembly.max-duration, which is " + text(longest));
      }
    }
    long trace = config.get(Keys.ASSEMBLY_MAX_BYTES);
    long open = config.get(Keys.ASSEMBLY_MAX_OPEN_BYTES);
    if (trace > open) {
      throw refused(
          Keys.ASSEMBLY_MAX_BYTES,
          trace + " bytes",
          "at most assembly.max-open-bytes, which is %d bytes".formatted(open));
    }
  }

  private void parallelism() {
    String written = config.get(Keys.FLINK).getOrDefault(PARALLELISM, "1");
    int most = config.get(Keys.STATE_MAX_PARALLELISM);
    String allowed = "%s from 1 to state.max-parallelism, which is %d".formatted(PARALLELISM, most);
    try {
      int parallelism = Integer.parseInt(written);
      if (parallelism < 1 || parallelism > most) {
        throw refused(Keys.FLINK, written, allowed);
      }
    } catch (NumberFormatException e) {
      throw refused(Keys.FLINK, written, allowed);
    }
  }

  private ConfigException refused(Key<?> key, String value, String allowed) {
    return fromElsewhere.contains(key.path())
        ? refusedAsShown(key, "what is put in here", allowed)
        : refusedAsShown(key, "\"%s\"".formatted(value), allowed);
  }

  private static ConfigException refusedAsShown(Key<?> key, String shown, String allowed) {
    return new ConfigException(
        "%s: %s is not allowed; allowed: %s".formatted(key.path(), shown, allowed));
  }

  /** As a file says it: 1m30s for {@code PT1M30S}. */
  private static String text(Duration duration) {
    return duration.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
