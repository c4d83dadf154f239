package io.tracemill.pipeline.topology;

import io.tracemill.analysis.bottomup.RankedHotspot;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.quality.QualityReport;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.systemic.SystemReport;
import io.tracemill.connectors.output.ChangeJson;
import io.tracemill.connectors.output.DeadLetter;
import io.tracemill.connectors.output.HotspotJson;
import io.tracemill.connectors.output.IncidentJson;
import io.tracemill.connectors.output.MutationJson;
import io.tracemill.connectors.output.ProfileJson;
import io.tracemill.connectors.output.QualityJson;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.SystemJson;
import io.tracemill.connectors.output.TraceJson;
import io.tracemill.pipeline.alertmanager.AlertmanagerSettings;
import io.tracemill.pipeline.alertmanager.AlertmanagerSink;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.config.DeadLetters;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.monitor.EndpointWindow;
import io.tracemill.pipeline.monitor.MonitorFunction;
import io.tracemill.pipeline.rank.HotspotFunction;
import io.tracemill.pipeline.sink.ResultRecordCodec;
import io.tracemill.pipeline.sink.ResultSinks;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Encodes the job's results, each stream in the chain of its stage, and passes the records to the
 * sinks.
 */
final class Results {
  private final TracemillConfig config;
  private final ResultSinks sinks;
  private final Optional<AlertmanagerSettings> alertmanager;

  Results(TracemillConfig config, ResultSinks sinks, Optional<AlertmanagerSettings> alertmanager) {
    this.config = config;
    this.sinks = sinks;
    this.alertmanager = alertmanager;
  }

  /** Writes requests if {@code output.traces} is on. */
  void traces(DataStream<RequestAnalysis> requests) {
    RecordLimits limits = Rules.records(config);
    if (config.get(Keys.OUTPUT_TRACES)) {
      write(ResultStream.TRACES, requests, () -> one(new TraceJson(limits)::record));
    }
  }

  /** Writes profiles and the records of whole windows. */
  void profiles(SingleOutputStreamOperator<EndpointProfile> profiles) {
    RecordLimits limits = Rules.records(config);
    write(
        ResultStream.PROFILES, profiles, () -> one(ignoringTime(new ProfileJson(limits)::record)));
    windows(profiles.getSideOutput(MonitorFunction.WINDOWS));
  }

  /** Records of one endpoint and window are encoded at once, in the chain. */
  private void windows(DataStream<EndpointWindow> windows) {
    RecordLimits limits = Rules.records(config);
    long tolerance = Rules.analysis(config).overlapToleranceNanos();
    write(ResultStream.HEATMAPS, windows, () -> WindowRecords.heatMaps(limits));
    write(ResultStream.WHAT_IFS, windows, () -> WindowRecords.whatIfs(limits, tolerance));
    write(ResultStream.BREAKDOWNS, windows, () -> WindowRecords.breakdowns(limits));
    SingleOutputStreamOperator<RankedHotspot> hotspots = HotspotFunction.rank(windows);
    write(
        ResultStream.HOTSPOTS, hotspots, () -> one(ignoringTime(new HotspotJson(limits)::record)));
    DataStream<SystemReport> systems = hotspots.getSideOutput(HotspotFunction.SYSTEMS);
    write(ResultStream.SYSTEMS, systems, () -> one(ignoringTime(new SystemJson()::record)));
  }

  /** Writes incidents with their explanations, and posts them if an Alertmanager is configured. */
  void incidents(SingleOutputStreamOperator<EndpointProfile> profiles) {
    RecordLimits limits = Rules.records(config);
    String traceLink = config.get(ChangeKeys.LINKS_TRACE);
    DataStream<ExplainedIncident> incidents = profiles.getSideOutput(MonitorFunction.INCIDENTS);
    write(
        ResultStream.MUTATIONS,
        incidents,
        () -> {
          MutationJson json = new MutationJson(limits);
          return (incident, time) -> json.records(incident);
        });
    write(
        ResultStream.INCIDENTS,
        incidents,
        () -> one(ignoringTime(new IncidentJson(limits, traceLink)::record)));
    write(
        ResultStream.CHANGES,
        profiles.getSideOutput(MonitorFunction.CHANGES),
        () -> one(ignoringTime(new ChangeJson(limits)::record)));
    alertmanager.ifPresent(settings -> AlertmanagerSink.post(incidents, settings));
  }

  /** Writes the accounts. */
  void quality(DataStream<QualityReport> reports) {
    write(ResultStream.QUALITY, reports, () -> one(ignoringTime(new QualityJson()::record)));
  }

  /** Writes late spans, which are already encoded. */
  void lateSpans(DataStream<ResultRecord> spans) {
    sinks.write(ResultStream.LATE_SPANS, spans);
  }

  /** Writes dead letters, as far as {@code output.dead-letters} asks for them. */
  void deadLetters(DataStream<DeadLetter> letters) {
    DeadLetters kept = config.get(Keys.OUTPUT_DEAD_LETTERS);
    if (kept != DeadLetters.OFF) {
      boolean full = kept == DeadLetters.FULL;
      int most = Rules.records(config).maxBytes();
      write(
          ResultStream.DEAD_LETTERS,
          letters,
          () -> one((letter, time) -> full ? letter.withBytes(most) : letter.headersOnly()));
    }
  }

  private <T> void write(
      ResultStream stream, DataStream<T> results, ResultFunction.Writers<T> writers) {
    sinks.write(stream, encoded(stream, results, writers));
  }

  private static <T> SingleOutputStreamOperator<ResultRecord> encoded(
      ResultStream stream, DataStream<T> results, ResultFunction.Writers<T> writers) {
    return results
        .process(new ResultFunction<>(writers), ResultRecordCodec.TYPE)
        .name("encode " + stream.label())
        .uid("encode-" + stream.label());
  }

  private static <T> ResultFunction.Writer<T> one(BiFunction<T, Long, ResultRecord> writer) {
    return (result, time) -> List.of(writer.apply(result, time));
  }

  private static <T> BiFunction<T, Long, ResultRecord> ignoringTime(
      Function<T, ResultRecord> writer) {
    return (result, time) -> writer.apply(result);
  }
}
