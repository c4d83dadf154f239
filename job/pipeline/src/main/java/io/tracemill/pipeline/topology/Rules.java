package io.tracemill.pipeline.topology;

import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.span.OperationNames;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.analysis.trace.AssemblyRules;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.pipeline.assemble.AssemblyCaps;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.RemoteRoot;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.Set;

/** What the configuration says, in the words of the domain. */
public final class Rules {
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
        config.get(Keys.SIGNATURE_FOLD));
  }

  public static ProfileLimits profiles(TracemillConfig config) {
    return new ProfileLimits(
        config.get(Keys.PROFILES_MAX_NODES),
        config.get(Keys.PROFILES_MAX_DEPTH),
        config.get(Keys.PROFILES_MAX_CATEGORIES),
        config.get(Keys.PROFILES_SAMPLE_SIZE));
  }

  public static RecordLimits records(TracemillConfig config) {
    return new RecordLimits(
        config.get(Keys.OUTPUT_MAX_DEPTH),
        Math.toIntExact(config.get(Keys.OUTPUT_MAX_RECORD_BYTES)));
  }
}
