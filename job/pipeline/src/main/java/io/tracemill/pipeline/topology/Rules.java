package io.tracemill.pipeline.topology;

import io.tracemill.analysis.alert.JudgeRules;
import io.tracemill.analysis.cohort.Baseline;
import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.mutation.MonitorRules;
import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.span.OperationNames;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.analysis.trace.AssemblyRules;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.pipeline.alertmanager.AlertmanagerSettings;
import io.tracemill.pipeline.assemble.AssemblyCaps;
import io.tracemill.pipeline.config.IncompleteTraces;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.MutationKeys;
import io.tracemill.pipeline.config.RemoteRoot;
import io.tracemill.pipeline.config.TracemillConfig;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What the configuration says, in the words of the domain. */
public final class Rules {
  /** Each is merged with the others at every slide. */
  private static final int MAX_BLOCKS = 720;

  private Rules() {}

  public static SpanRules spans(TracemillConfig config) {
    Set<OperationNames.Rule> normalization =
        config.get(Keys.SPANS_NORMALIZE_NAMES) ? config.get(Keys.SPANS_NORMALIZE_RULES) : Set.of();
    return new SpanRules(
        config.get(Keys.SPANS_MAX_FUTURE).toMillis(),
        normalization,
        config.get(Keys.SPANS_ATTRIBUTES));
  }

  public static AssemblyRules assembly(TracemillConfig config) {
    long quiet = config.get(Keys.ASSEMBLY_QUIET_PERIOD).toMillis();
    // A grace beyond the quiet period says nothing: who waits for it has seen the trace go quiet.
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
        config.get(Keys.ASSEMBLY_TOMBSTONE_TTL).toMillis());
  }

  public static AnalysisRules analysis(TracemillConfig config) {
    return new AnalysisRules(
        config.get(Keys.ENDPOINTS_REMOTE_ROOT) == RemoteRoot.ACCEPT,
        config.get(Keys.ENDPOINTS_INTERIOR),
        config.get(Keys.ENDPOINTS_SKIP),
        config.get(Keys.SKEW_MAX_SHIFT).toNanos(),
        config.get(Keys.CRITICAL_PATH_OVERLAP_TOLERANCE).toNanos(),
        config.get(Keys.SIGNATURE_FOLD),
        config.get(Keys.SPANS_ATTRIBUTES));
  }

  public static ProfileLimits profiles(TracemillConfig config) {
    return new ProfileLimits(
        config.get(Keys.PROFILES_MAX_NODES),
        config.get(Keys.PROFILES_MAX_DEPTH),
        config.get(Keys.PROFILES_MAX_CATEGORIES),
        config.get(Keys.PROFILES_SAMPLE_SIZE));
  }

  public static MonitorRules monitor(TracemillConfig config) {
    return new MonitorRules(
        profiles(config),
        baseline(config),
        mutations(config),
        config.get(Keys.PROFILES_INCOMPLETE) == IncompleteTraces.INCLUDE,
        config.get(MutationKeys.MUTATIONS_MIN_COMPLETE),
        config.get(MutationKeys.MUTATIONS_MAX_LATE),
        config.get(Keys.PROFILES_MAX_ENDPOINTS));
  }

  private static BaselineRules baseline(TracemillConfig config) {
    long window = config.get(Keys.PROFILES_WINDOW).toMillis();
    long asked = config.get(MutationKeys.MUTATIONS_BASELINE).toMillis() / window;
    int blocks = (int) Math.max(Baseline.MIN_BLOCKS, Math.min(MAX_BLOCKS, asked));
    return new BaselineRules(
        window,
        config.get(Keys.PROFILES_SLIDE).toMillis(),
        blocks,
        Math.min(config.get(MutationKeys.MUTATIONS_MIN_BASELINE).toMillis(), blocks * window),
        config.get(MutationKeys.MUTATIONS_ACCEPT_AFTER).toMillis());
  }

  /** When a change is a mutation. */
  public static MutationRules mutations(TracemillConfig config) {
    int threshold = config.get(MutationKeys.MUTATIONS_SM_THRESHOLD);
    return new MutationRules(
        config.get(MutationKeys.MUTATIONS_MIN_TRACES),
        config.get(MutationKeys.MUTATIONS_MIN_EFFECT_SHARE),
        config.get(MutationKeys.MUTATIONS_MIN_EFFECT_DURATION).toNanos(),
        threshold == 0 ? OptionalLong.empty() : OptionalLong.of(threshold),
        config.get(MutationKeys.MUTATIONS_ONE_TO_MANY),
        config.get(MutationKeys.MUTATIONS_FREEZE_P),
        config.get(MutationKeys.MUTATIONS_MAX_EDGES),
        config.get(MutationKeys.MUTATIONS_EXCLUDE_ATTRIBUTES));
  }

  /** When mutations are alerts. */
  public static JudgeRules judge(TracemillConfig config) {
    long slides =
        config.get(Keys.PROFILES_WINDOW).toMillis() / config.get(Keys.PROFILES_SLIDE).toMillis();
    return new JudgeRules(
        mutations(config),
        config.get(MutationKeys.MUTATIONS_FDR),
        config.get(MutationKeys.MUTATIONS_CONFIRMATIONS),
        Math.toIntExact(slides),
        config.get(MutationKeys.MUTATIONS_SEVERITY_SHARE),
        config.get(MutationKeys.MUTATIONS_SEVERITY_DURATION).toNanos(),
        config.get(MutationKeys.MUTATIONS_ACCEPT_AFTER).toMillis(),
        config.get(MutationKeys.MUTATIONS_MAX_ALERTS));
  }

  /** Where incidents are posted to, if anywhere. */
  public static Optional<AlertmanagerSettings> alertmanager(TracemillConfig config) {
    String url = config.get(MutationKeys.ALERTMANAGER_URL);
    return url.isEmpty()
        ? Optional.empty()
        : Optional.of(
            AlertmanagerSettings.of(
                URI.create(url),
                config.get(MutationKeys.ALERTMANAGER_LABELS),
                config.get(MutationKeys.LINKS_TRACE),
                config.get(MutationKeys.MUTATIONS_MAX_AGE).toMillis(),
                config.get(Keys.PROFILES_SLIDE).toMillis()));
  }

  public static RecordLimits records(TracemillConfig config) {
    return new RecordLimits(
        config.get(Keys.OUTPUT_MAX_DEPTH),
        Math.toIntExact(config.get(Keys.OUTPUT_MAX_RECORD_BYTES)));
  }
}
