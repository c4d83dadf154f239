package io.tracemill.pipeline.config;

import static io.tracemill.pipeline.config.Choices.bool;
import static io.tracemill.pipeline.config.Quantities.byteSize;
import static io.tracemill.pipeline.config.Quantities.duration;
import static io.tracemill.pipeline.config.Quantities.integer;
import static io.tracemill.pipeline.config.Quantities.positive;
import static io.tracemill.pipeline.config.Quantities.share;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Keys for changes, alerts and anomalies; part of {@link Keys#ALL}. */
public final class ChangeKeys {
  private static final List<Key<?>> COLLECTED = new ArrayList<>();

  /** These keys, in order. */
  public static final List<Key<?>> ALL = Collections.unmodifiableList(COLLECTED);

  public static final Key<Boolean> CHANGES_ENABLED =
      Key.in(
          COLLECTED,
          "changes.enabled",
          bool(),
          "true",
          "Detect changes; if false, no incidents, mutations and changes are written.");

  public static final Key<Double> CHANGES_ALARMS_PER_WEEK =
      Key.in(
          COLLECTED,
          "changes.alarms-per-week",
          positive(1_000),
          "3",
          "False incidents a week that a healthy system of any size may have by chance.");

  public static final Key<Duration> CHANGES_ACCEPT_AFTER =
      Key.in(
          COLLECTED,
          "changes.accept-after",
          duration("1s", "8760h"),
          "6h",
          "An incident that stays open this long ends as accepted: it is the new normal.");

  public static final Key<Integer> CHANGES_MIN_TRACES =
      Key.in(
          COLLECTED,
          "changes.min-traces",
          integer(2, 1_000_000),
          "5",
          "Fewest requests of a window or a category that is tested.");

  public static final Key<Double> CHANGES_MUTATIONS_MIN_SHARE =
      Key.in(
          COLLECTED,
          "changes.mutations.min-share",
          share(),
          "1%",
          "A category is a structural mutation only if its share of requests rises by this much.");

  public static final Key<Double> CHANGES_MUTATIONS_FALSE_RATE =
      Key.in(
          COLLECTED,
          "changes.mutations.false-rate",
          share(),
          "1%",
          "Share of an explanation's mutations that may be due to chance.");

  public static final Key<Duration> CHANGES_MIN_EFFECT_TIME =
      Key.in(
          COLLECTED,
          "changes.min-effect.time",
          duration("1us", "24h"),
          "3ms",
          "A slower place is an alert only if it adds this much time to a request.");

  public static final Key<Double> CHANGES_MIN_EFFECT_RATIO =
      Key.in(
          COLLECTED,
          "changes.min-effect.ratio",
          share(),
          "5%",
          "A slower place is an alert only if it adds this share of the endpoint's mean.");

  public static final Key<Double> CHANGES_MIN_EFFECT_SHARE =
      Key.in(
          COLLECTED,
          "changes.min-effect.share",
          share(),
          "30%",
          "A call is a notice only if its share of requests changes by this much.");

  public static final Key<Double> CHANGES_MIN_EFFECT_ERRORS =
      Key.in(
          COLLECTED,
          "changes.min-effect.errors",
          share(),
          "2%",
          "Errors are an alert only if their share of requests rises by this much.");

  public static final Key<Double> CHANGES_PAGE_RATIO =
      Key.in(
          COLLECTED,
          "changes.page.ratio",
          share(),
          "20%",
          "An incident pages if an endpoint's mean rises by this share; else it is a ticket.");

  public static final Key<Duration> CHANGES_PAGE_TIME =
      Key.in(
          COLLECTED,
          "changes.page.time",
          duration("0s", "24h"),
          "50ms",
          "An incident pages only if the mean also rises by this much time.");

  public static final Key<Double> CHANGES_PAGE_ERRORS =
      Key.in(
          COLLECTED,
          "changes.page.errors",
          share(),
          "5%",
          "An incident also pages if more than this share of an endpoint's requests fails.");

  public static final Key<List<String>> CHANGES_EXCLUDE_ATTRIBUTES =
      Key.in(
          COLLECTED,
          "changes.exclude-attributes",
          Texts.list(0, 100, "a list of at most 100 attribute names, [] for none"),
          "[]",
          "Attributes among spans.attributes that explanations must not use.");

  public static final Key<String> LINKS_TRACE =
      Key.in(
          COLLECTED,
          "links.trace",
          Texts.traceLink(),
          "\"\"",
          "Web page of a trace, such as http://localhost:16686/trace/{traceId}.");

  public static final Key<String> LINKS_CONSOLE =
      Key.in(
          COLLECTED,
          "links.console",
          Texts.webAddressOrNone(),
          "\"\"",
          "Address by which people reach the console, for links in alerts.");

  public static final Key<String> ALERTMANAGER_URL =
      Key.in(
          COLLECTED,
          "alertmanager.url",
          Texts.webAddressOrNone(),
          "\"\"",
          "Alertmanager to post incidents to, such as http://localhost:9093.");

  public static final Key<Map<String, String>> ALERTMANAGER_LABELS =
      Key.in(
          COLLECTED,
          "alertmanager.labels",
          Texts.mapOver("{}", "a map of label names and values", Texts::label),
          "{}",
          "Labels to add to every posted incident.");

  public static final Key<Duration> ALERTMANAGER_MAX_AGE =
      Key.in(
          COLLECTED,
          "alertmanager.max-age",
          duration("1s", "8760h"),
          "10m",
          "A pane that ended longer ago opens no alert in Alertmanager.");

  public static final Key<String> ANOMALIES_MODELS =
      Key.in(
          COLLECTED,
          "anomalies.models",
          Texts.optionalText("a directory"),
          "\"\"",
          "Directory of models that train wrote (*.tmam), watched for new ones; empty for none.");

  public static final Key<Long> ANOMALIES_MAX_BYTES =
      Key.in(
          COLLECTED,
          "anomalies.max-bytes",
          byteSize("1MB", "64GB"),
          "256MB",
          "Most memory for all models; the busiest endpoints first.");

  public static final Key<Integer> ANOMALIES_REQUESTS_PER_SECOND =
      Key.in(
          COLLECTED,
          "anomalies.requests-per-second",
          integer(1, 100_000),
          "200",
          "Most requests a second that get a score; all are checked for unseen call paths.");

  private ChangeKeys() {}
}
