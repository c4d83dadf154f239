package io.tracemill.pipeline.topology;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.explanation.ExplanationRules;
import io.tracemill.analysis.incident.HandlingRules;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.analysis.stack.LocalSpans;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.analysis.trace.AssemblyRules;
import io.tracemill.analysis.view.tprof.DiagnosisParameters;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.pipeline.alertmanager.AlertmanagerSettings;
import io.tracemill.pipeline.assemble.AssemblyCaps;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.RemoteRoot;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.endpoint.EndpointRules;
import io.tracemill.pipeline.webhook.WebhookSettings;
import io.tracemill.store.layout.LineRules;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The configuration as rules of the domain. */
public final class Rules {
  /** The time that a closed trace is remembered to recognise late spans. */
  public static final Duration REMEMBERED = Duration.ofMinutes(1);

  /** A span that ends further ahead of its record's time is rejected. */
  private static final Duration MAX_FUTURE = Duration.ofHours(1);

  /** Two calls that overlap by no more than this count as sequential: CRISP's value. */
  private static final Duration OVERLAP_TOLERANCE = Duration.ofMillis(1);

  /** A tail issue has a mean of more than this many times the mean of other requests (tprof). */
  private static final double TAIL_RATIO = 4;

  /** Deeper nodes of a record's call tree are folded into (other). */
  private static final int MAX_DEPTH = 1_000;

  private Rules() {}

  public static SpanRules spans(TracemillConfig config) {
    return new SpanRules(
        MAX_FUTURE.toMillis(),
        config.get(Keys.SPANS_NORMALIZE_RULES),
        Stream.concat(config.get(Keys.SPANS_ATTRIBUTES).stream(), hostAttributes(config).stream())
            .distinct()
            .toList());
  }

  /** The attributes that spans need so that samples of their hosts can be matched to them. */
  private static List<String> hostAttributes(TracemillConfig config) {
    return config.get(Keys.STACKS_TOPICS).isEmpty() ? List.of() : LocalSpans.ATTRIBUTES;
  }

  /** The attributes of spans that go to their hosts; empty if none do. */
  public static List<String> attributesForHosts(TracemillConfig config) {
    return hostAttributes(config).isEmpty() ? List.of() : spans(config).attributes();
  }

  public static AssemblyRules assembly(TracemillConfig config) {
    long quiet = config.get(Keys.ASSEMBLY_QUIET_PERIOD).toMillis();
    // A grace longer than the quiet period has no effect.
    long grace = Math.min(quiet, config.get(Keys.ASSEMBLY_ROOT_GRACE).toMillis());
    return new AssemblyRules(
        quiet,
        grace,
        config.get(Keys.ASSEMBLY_MAX_DURATION).toMillis(),
        config.get(Keys.TIME_MAX_JUMP).toMillis());
  }

  public static AssemblyCaps caps(TracemillConfig config) {
    return new AssemblyCaps(
        config.get(Keys.ASSEMBLY_MAX_SPANS),
        config.get(Keys.ASSEMBLY_MAX_BYTES),
        config.get(Keys.ASSEMBLY_MAX_OPEN_BYTES),
        REMEMBERED.toMillis());
  }

  public static AnalysisRules analysis(TracemillConfig config) {
    return new AnalysisRules(
        config.get(Keys.ENDPOINTS_REMOTE_ROOT) == RemoteRoot.ACCEPT,
        config.get(Keys.ENDPOINTS_SKIP),
        config.get(Keys.SKEW_MAX_SHIFT).toNanos(),
        OVERLAP_TOLERANCE.toNanos(),
        config.get(Keys.SIGNATURE_FOLD),
        config.get(Keys.SPANS_ATTRIBUTES));
  }

  /** The limits of an endpoint's sums. */
  public static SumRules sums(TracemillConfig config) {
    return new SumRules(
        config.get(Keys.PROFILES_MAX_NODES),
        config.get(Keys.PROFILES_MAX_DEPTH),
        config.get(Keys.PROFILES_MAX_CATEGORIES),
        detection(config).scale());
  }

  /** The rules that kept requests are replayed with. */
  public static ReplayRules replay(TracemillConfig config) {
    return new ReplayRules(
        config.get(Keys.SKEW_MAX_SHIFT).toNanos(),
        OVERLAP_TOLERANCE.toNanos(),
        config.get(Keys.SIGNATURE_FOLD));
  }

  /** What a line of the store says of the job that writes it. */
  public static LineRules line(TracemillConfig config) {
    return new LineRules(
        replay(config),
        config.get(Keys.PANE).toMillis(),
        Optional.ofNullable(Rules.class.getPackage().getImplementationVersion()).orElse("unknown"));
  }

  /** The rules for the state of each endpoint. */
  public static EndpointRules endpoint(TracemillConfig config) {
    return new EndpointRules(
        sums(config),
        config.get(Keys.PANE).toMillis(),
        config.get(Keys.PROFILES_WINDOW).toMillis(),
        config.get(Keys.PROFILES_SLIDE).toMillis(),
        config.get(Keys.PROFILES_MAX_ENDPOINTS),
        config.get(Keys.CHANGES_ENABLED),
        explanation(config));
  }

  /** The rules that make a change an incident. */
  public static DetectionRules detection(TracemillConfig config) {
    return new DetectionRules(
        config.get(Keys.PANE).toMillis(),
        config.get(Keys.CHANGES_ALARMS_PER_WEEK),
        config.get(Keys.CHANGES_MIN_TRACES),
        config.get(Keys.CHANGES_ACCEPT_AFTER).toMillis(),
        new DetectionRules.MinEffect(
            config.get(Keys.CHANGES_MIN_EFFECT_TIME).toNanos(),
            config.get(Keys.CHANGES_MIN_EFFECT_RATIO),
            config.get(Keys.CHANGES_MIN_EFFECT_SHARE),
            config.get(Keys.CHANGES_MIN_EFFECT_ERRORS)),
        new DetectionRules.Page(
            config.get(Keys.CHANGES_PAGE_RATIO),
            config.get(Keys.CHANGES_PAGE_TIME).toNanos(),
            config.get(Keys.CHANGES_PAGE_ERRORS)));
  }

  /** The rules of explaining an incident. */
  public static ExplanationRules explanation(TracemillConfig config) {
    return new ExplanationRules(
        config.get(Keys.CHANGES_MIN_TRACES),
        config.get(Keys.CHANGES_MUTATIONS_MIN_SHARE),
        config.get(Keys.CHANGES_MUTATIONS_FALSE_RATE),
        config.get(Keys.CHANGES_EXCLUDE_ATTRIBUTES));
  }

  /** How requests are diagnosed that were analysed with these rules. */
  public static DiagnosisParameters diagnosis(TracemillConfig config, ReplayRules replay) {
    return new DiagnosisParameters(
        replay,
        config.get(Keys.DIAGNOSIS_BY),
        config.get(Keys.DIAGNOSIS_TOP),
        config.get(Keys.DIAGNOSIS_TAIL),
        TAIL_RATIO,
        config.get(Keys.DIAGNOSIS_IGNORE));
  }

  /** The settings for posting incidents; empty without Alertmanager. */
  public static Optional<AlertmanagerSettings> alertmanager(TracemillConfig config) {
    String url = config.get(Keys.ALERTMANAGER_URL);
    return url.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new AlertmanagerSettings(
                URI.create(url),
                config.get(Keys.ALERTMANAGER_LABELS),
                config.get(Keys.LINKS_TRACE),
                config.get(Keys.LINKS_CONSOLE),
                config.get(Keys.ALERTMANAGER_MAX_AGE).toMillis()));
  }

  /** The settings for telling a webhook; empty without one. */
  public static Optional<WebhookSettings> webhook(TracemillConfig config) {
    String url = config.get(Keys.WEBHOOK_URL);
    return url.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new WebhookSettings(
                URI.create(url),
                config.get(Keys.WEBHOOK_FORMAT),
                config.get(Keys.WEBHOOK_KEY),
                config.get(Keys.WEBHOOK_SEVERITY),
                config.get(Keys.LINKS_CONSOLE),
                config.get(Keys.ALERTMANAGER_MAX_AGE).toMillis()));
  }

  /** Who owns incidents, and when they are muted. */
  public static HandlingRules handling(TracemillConfig config) {
    return new HandlingRules(config.get(Keys.OWNERS), config.get(Keys.MUTES));
  }

  public static RecordLimits records(TracemillConfig config) {
    return new RecordLimits(MAX_DEPTH, Math.toIntExact(config.get(Keys.OUTPUT_MAX_RECORD_BYTES)));
  }
}
