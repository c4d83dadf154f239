package io.tracemill.pipeline.config;

import io.tracemill.analysis.view.tprof.RequestTypes;
import io.tracemill.analysis.view.tprof.RequestTypes.Division;
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
    windows();
    slides();
    changes();
    alertmanager();
    assembly();
    parallelism();
    diagnosis();
    store();
    console();
  }

  private void windows() {
    Duration window = config.get(Keys.PROFILES_WINDOW);
    Duration slide = config.get(Keys.PROFILES_SLIDE);
    long panes = window.toNanos() / slide.toNanos();
    if (panes < 1 || panes > MAX_PANES || !slide.multipliedBy(panes).equals(window)) {
      throw refused(
          Keys.PROFILES_WINDOW,
          text(window),
          "a whole multiple of profiles.slide, which is %s, up to %d times"
              .formatted(text(slide), MAX_PANES));
    }
  }

  private void slides() {
    Duration slide = config.get(Keys.PROFILES_SLIDE);
    Duration pane = config.get(Keys.PANE);
    if (slide.toNanos() % pane.toNanos() != 0) {
      throw refused(
          Keys.PROFILES_SLIDE,
          text(slide),
          "a whole multiple of pane, which is %s".formatted(text(pane)));
    }
  }

  private void changes() {
    Duration acceptAfter = config.get(ChangeKeys.CHANGES_ACCEPT_AFTER);
    Duration pane = config.get(Keys.PANE);
    if (acceptAfter.compareTo(pane.multipliedBy(LEAST_ACCEPTED_PANES)) < 0) {
      throw refused(
          ChangeKeys.CHANGES_ACCEPT_AFTER,
          text(acceptAfter),
          "at least %d times pane, which is %s".formatted(LEAST_ACCEPTED_PANES, text(pane)));
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

  /** Spans keep only these attributes. */
  private void diagnosis() {
    RequestTypes types = config.get(DiagnosisKeys.DIAGNOSIS_BY);
    if (types.division() == Division.ATTRIBUTE) {
      kept(DiagnosisKeys.DIAGNOSIS_BY, types.name());
    }
  }

  private void store() {
    Duration pane = config.get(Keys.PANE);
    if (!config.get(Keys.STORE_PATH).isEmpty() && HOUR.toNanos() % pane.toNanos() != 0) {
      throw refused(Keys.PANE, text(pane), "with a store, a time that an hour is a multiple of");
    }
    int perSecond = config.get(Keys.STORE_REQUESTS_PER_SECOND);
    if (perSecond * pane.toSeconds() > MAX_KEPT) {
      throw refused(
          Keys.STORE_REQUESTS_PER_SECOND,
          Integer.toString(perSecond),
          "at most %d in pane, which is %s".formatted(MAX_KEPT, text(pane)));
    }
  }

  private void console() {
    String address = config.get(Keys.CONSOLE_ADDRESS);
    if (!LOOPBACK.matcher(address).matches()
        && config.get(Keys.CONSOLE_TOKEN).isEmpty()
        && config.get(Keys.CONSOLE_PROXY_HEADER).isEmpty()) {
      throw refused(
          Keys.CONSOLE_ADDRESS,
          address,
          "127.0.0.1, ::1 or localhost; or another one with console.token or console.proxy-header");
    }
  }

  private void kept(Key<?> key, String attribute) {
    List<String> kept = config.get(Keys.SPANS_ATTRIBUTES);
    if (!kept.contains(attribute)) {
      throw refused(
          key,
          attribute,
          "an attribute of spans.attributes, which is [%s]".formatted(String.join(", ", kept)));
    }
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

  private static ConfigException refused(Key<?> key, String value, String allowed) {
    return new ConfigException(
        "%s: \"%s\" is not allowed; allowed: %s".formatted(key, value, allowed));
  }

  /** A duration as written in a file: 1m30s for {@code PT1M30S}. */
  private static String text(Duration duration) {
    return duration.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
