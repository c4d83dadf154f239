package io.tracemill.pipeline.config;

import io.tracemill.analysis.view.tprof.RequestTypes;
import io.tracemill.analysis.view.tprof.RequestTypes.Division;
import io.tracemill.pipeline.webhook.WebhookFormat;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Checks conditions between the values of several keys. */
record CrossChecks(TracemillConfig config) {
  private static final int MAX_PANES = 720;
  private static final Duration HOUR = Duration.ofHours(1);

  /** Most kept requests of a pane: they wait in memory. */
  private static final long MAX_KEPT = 200_000;

  /**
   * The panes of the longest window. A change must fill it before it can be accepted as the new
   * normal.
   */
  private static final int LEAST_ACCEPTED_PANES = 20;

  /** The loopback addresses that are known without resolving a name. */
  private static final Pattern LOOPBACK =
      Pattern.compile("(?i)localhost|127(\\.\\d{1,3}){3}|(0{0,4}:){2,7}0{0,3}1");

  private static final String PARALLELISM = "parallelism.default";

  /** Throws a {@link ConfigException} that names the keys, if something does not hold. */
  void check() {
    times();
    assembly();
    parallelism();
    diagnosis();
    deployments();
    store();
    console();
    require(
        config.get(Keys.WEBHOOK_FORMAT) != WebhookFormat.PAGERDUTY
            || !config.get(Keys.WEBHOOK_KEY).isEmpty(),
        Keys.WEBHOOK_FORMAT,
        "json or slack; or pagerduty with webhook.key, its routing key");
  }

  private void times() {
    Duration pane = config.get(Keys.PANE);
    Duration slide = config.get(Keys.PROFILES_SLIDE);
    Duration window = config.get(Keys.PROFILES_WINDOW);
    Duration outOfOrder = config.get(Keys.TIME_OUT_OF_ORDERNESS);
    require(
        isMultiple(window, slide) && window.dividedBy(slide) <= MAX_PANES,
        Keys.PROFILES_WINDOW,
        "a whole multiple of profiles.slide, which is %s, up to %d times"
            .formatted(text(slide), MAX_PANES));
    require(
        isMultiple(slide, pane),
        Keys.PROFILES_SLIDE,
        "a whole multiple of pane, which is " + text(pane));
    require(
        config.get(Keys.CHANGES_ACCEPT_AFTER).dividedBy(pane) >= LEAST_ACCEPTED_PANES,
        Keys.CHANGES_ACCEPT_AFTER,
        "at least %d times pane, which is %s".formatted(LEAST_ACCEPTED_PANES, text(pane)));
    require(
        config.get(Keys.ALERTMANAGER_MAX_AGE).compareTo(outOfOrder) > 0,
        Keys.ALERTMANAGER_MAX_AGE,
        "more than time.out-of-orderness, which is " + text(outOfOrder));
  }

  private static boolean isMultiple(Duration whole, Duration part) {
    return whole.toNanos() % part.toNanos() == 0;
  }

  private void assembly() {
    Duration longest = config.get(Keys.ASSEMBLY_MAX_DURATION);
    for (Key<Duration> key : List.of(Keys.ASSEMBLY_QUIET_PERIOD, Keys.ASSEMBLY_ROOT_GRACE)) {
      require(
          config.get(key).compareTo(longest) <= 0,
          key,
          "at most assembly.max-duration, which is " + text(longest));
    }
    long open = config.get(Keys.ASSEMBLY_MAX_OPEN_BYTES);
    require(
        config.get(Keys.ASSEMBLY_MAX_BYTES) <= open,
        Keys.ASSEMBLY_MAX_BYTES,
        "at most assembly.max-open-bytes, which is " + text(open));
  }

  private void parallelism() {
    String written = config.get(Keys.FLINK).getOrDefault(PARALLELISM, "1");
    int most = config.get(Keys.STATE_MAX_PARALLELISM);
    // The message hides the value: it may come from a file or an environment variable.
    if (!written.matches("[1-9]\\d{0,8}") || Integer.parseInt(written) > most) {
      throw new ConfigException(
          "%s: this %s is not allowed; allowed: from 1 to state.max-parallelism, which is %d"
              .formatted(Keys.FLINK, PARALLELISM, most));
    }
  }

  /** Spans keep only these attributes. */
  private void diagnosis() {
    RequestTypes types = config.get(Keys.DIAGNOSIS_BY);
    List<String> kept = config.get(Keys.SPANS_ATTRIBUTES);
    require(
        types.division() != Division.ATTRIBUTE || kept.contains(types.name()),
        Keys.DIAGNOSIS_BY,
        "an attribute of spans.attributes, which is " + kept);
  }

  /** Nobody asked for the default: if spans lack it, there are no deployments. */
  private void deployments() {
    List<String> kept = config.get(Keys.SPANS_ATTRIBUTES);
    List<String> names = config.get(Keys.DEPLOYMENTS_ATTRIBUTES);
    require(
        !config.sets(Keys.DEPLOYMENTS_ATTRIBUTES)
            || (kept.containsAll(names) && names.stream().noneMatch(name -> name.startsWith("^"))),
        Keys.DEPLOYMENTS_ATTRIBUTES,
        "whole names (no ^) in spans.attributes, which is " + kept);
  }

  private void store() {
    Duration pane = config.get(Keys.PANE);
    require(
        config.get(Keys.STORE_PATH).isEmpty() || isMultiple(HOUR, pane),
        Keys.PANE,
        "with a store, a time that divides an hour");
    require(
        config.get(Keys.STORE_REQUESTS_PER_SECOND) * pane.toSeconds() <= MAX_KEPT,
        Keys.STORE_REQUESTS_PER_SECOND,
        "at most %d in pane, which is %s".formatted(MAX_KEPT, text(pane)));
  }

  private void console() {
    require(
        LOOPBACK.matcher(config.get(Keys.CONSOLE_ADDRESS)).matches()
            || !config.get(Keys.CONSOLE_TOKEN).isEmpty()
            || !config.get(Keys.CONSOLE_PROXY_HEADER).isEmpty(),
        Keys.CONSOLE_ADDRESS,
        "127.0.0.1, ::1 or localhost; or another one with console.token or console.proxy-header");
  }

  private void require(boolean holds, Key<?> key, String allowed) {
    if (!holds) {
      throw new ConfigException(
          "%s: \"%s\" is not allowed; allowed: %s".formatted(key, text(config.get(key)), allowed));
    }
  }

  /** A value as written in a file: 1m30s for {@code PT1M30S}. */
  private static String text(Object value) {
    if (value instanceof RequestTypes types) {
      return types.name();
    }
    if (value instanceof WebhookFormat) {
      return Texts.label(value);
    }
    return value instanceof Duration
        ? value.toString().substring(2).toLowerCase(Locale.ROOT)
        : value + (value instanceof Long ? " bytes" : "");
  }
}
