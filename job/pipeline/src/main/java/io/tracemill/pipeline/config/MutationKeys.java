package io.tracemill.pipeline.config;

import static io.tracemill.pipeline.config.Choices.bool;
import static io.tracemill.pipeline.config.Quantities.duration;
import static io.tracemill.pipeline.config.Quantities.integer;
import static io.tracemill.pipeline.config.Quantities.share;
import static io.tracemill.pipeline.config.Quantities.smallShare;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a mutation is, and who is told of it (semantics 8); part of {@link Keys#ALL}. */
public final class MutationKeys {
  private static final KeyList COLLECTED = new KeyList();

  /** These keys, in order. */
  public static final List<Key<?>> ALL = COLLECTED.view();

  public static final Key<Duration> MUTATIONS_BASELINE =
      COLLECTED.key(
          "mutations.baseline",
          duration("6s", "720h"),
          "60m",
          "Traffic that a window is compared with, in whole windows: at least 6 of them, at most 720.");

  public static final Key<Double> MUTATIONS_FDR =
      COLLECTED.key(
          "mutations.fdr",
          smallShare(),
          "1%",
          "The part of alerts that may be noise (rate of false discoveries).");

  public static final Key<Integer> MUTATIONS_MIN_TRACES =
      COLLECTED.key(
          "mutations.min-traces",
          integer(2, 1_000_000),
          "5",
          "Fewer requests in a window or its baseline, and nothing is tested.");

  public static final Key<Integer> MUTATIONS_CONFIRMATIONS =
      COLLECTED.key(
          "mutations.confirmations",
          integer(0, 100),
          "1",
          "Further slides that have to point the same way before an alert fires.");

  public static final Key<Duration> MUTATIONS_MIN_BASELINE =
      COLLECTED.key(
          "mutations.min-baseline",
          duration("0s", "720h"),
          "15m",
          "Until there is as much (or a whole baseline), and 6 windows of it: learning, nothing fires.");

  public static final Key<Double> MUTATIONS_FREEZE_P =
      COLLECTED.key(
          "mutations.freeze-p",
          share(),
          "1%",
          "What differs stays out of the baseline; this is that decision's rate of false discoveries.");

  public static final Key<Duration> MUTATIONS_ACCEPT_AFTER =
      COLLECTED.key(
          "mutations.accept-after",
          duration("1s", "8760h"),
          "6h",
          "What has differed for as long is the new normal, once six windows of it are over, and two"
              + " more.");

  public static final Key<Double> MUTATIONS_MIN_EFFECT_SHARE =
      COLLECTED.key(
          "mutations.min-effect.share",
          share(),
          "5%",
          "A smaller change of a mean is no mutation; of a share, one that costs less as well.");

  public static final Key<Duration> MUTATIONS_MIN_EFFECT_DURATION =
      COLLECTED.key(
          "mutations.min-effect.duration",
          duration("0s", "24h"),
          "1ms",
          "A smaller change of a mean is no mutation.");

  public static final Key<Double> MUTATIONS_SEVERITY_SHARE =
      COLLECTED.key(
          "mutations.severity.share",
          share(),
          "20%",
          "An incident pages if its cause raised an endpoint's mean by as much; else it is a ticket.");

  public static final Key<Duration> MUTATIONS_SEVERITY_DURATION =
      COLLECTED.key(
          "mutations.severity.duration",
          duration("0s", "24h"),
          "50ms",
          "It has to have raised it by as much too.");

  public static final Key<Integer> MUTATIONS_SM_THRESHOLD =
      COLLECTED.key(
          "mutations.sm-threshold",
          integer(0, 1_000_000_000),
          "0",
          "Requests in a window by which a category has to grow to be structural; 0: a test on shares.");

  public static final Key<Boolean> MUTATIONS_ONE_TO_MANY =
      COLLECTED.key(
          "mutations.one-to-many",
          bool(),
          "true",
          "A precursor has to have fallen by at least as much as the mutation rose.");

  public static final Key<Integer> MUTATIONS_MAX_EDGES =
      COLLECTED.key(
          "mutations.max-edges",
          integer(1, 100_000),
          "200",
          "Places and services of an endpoint that are tested, those with most time, and as many calls.");

  public static final Key<Integer> MUTATIONS_MAX_ALERTS =
      COLLECTED.key(
          "mutations.max-alerts",
          integer(1, 100_000),
          "1000",
          "Alerts and candidates kept at once, of more the largest; a tenth more candidates if all fire.");

  public static final Key<Duration> MUTATIONS_MAX_AGE =
      COLLECTED.key(
          "mutations.max-age",
          duration("1s", "8760h"),
          "10m",
          "Incidents of windows that ended longer ago are written and not posted.");

  public static final Key<Double> MUTATIONS_MIN_COMPLETE =
      COLLECTED.key(
          "mutations.min-complete",
          share(),
          "90%",
          "A window with a smaller share of complete traces is not judged: its endpoint is blind.");

  public static final Key<Double> MUTATIONS_MAX_LATE =
      COLLECTED.key(
          "mutations.max-late",
          share(),
          "1%",
          "A window with a larger share of late spans is not judged: its endpoint is blind.");

  public static final Key<List<String>> MUTATIONS_EXCLUDE_ATTRIBUTES =
      COLLECTED.key(
          "mutations.exclude-attributes",
          Texts.list("a list of attribute names, [] for none"),
          "[]",
          "Attributes of spans.attributes that no difference between requests is put down to.");

  public static final Key<String> LINKS_TRACE =
      COLLECTED.key(
          "links.trace",
          Texts.traceLink(),
          "\"http://localhost:16686/trace/{traceId}\"",
          "Where a trace can be looked at.");

  public static final Key<String> ALERTMANAGER_URL =
      COLLECTED.key(
          "alertmanager.url",
          Texts.webAddressOrNone(),
          "\"\"",
          "Alertmanager that incidents are posted to, as in http://localhost:9093.");

  public static final Key<Map<String, String>> ALERTMANAGER_LABELS =
      COLLECTED.key(
          "alertmanager.labels",
          Texts.mapOver("{}", "a map of label names and values", Texts::label),
          "{}",
          "Labels that every posted incident has besides its own.");

  private MutationKeys() {}
}
