package io.tracemill.pipeline.topology;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.Summary;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityReport;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.connectors.output.ChangeJson;
import io.tracemill.connectors.output.DeadLetter;
import io.tracemill.connectors.output.IncidentJson;
import io.tracemill.connectors.output.MutationJson;
import io.tracemill.connectors.output.ProfileJson;
import io.tracemill.connectors.output.QualityJson;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.TraceJson;
import io.tracemill.pipeline.aggregate.AggregateOperator;
import io.tracemill.pipeline.aggregate.CountRules;
import io.tracemill.pipeline.aggregate.FrameCodec;
import io.tracemill.pipeline.aggregate.PaneGrid;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import io.tracemill.pipeline.aggregate.ProfileDeltaCodec;
import io.tracemill.pipeline.alertmanager.AlertmanagerFunction;
import io.tracemill.pipeline.alertmanager.AlertmanagerSettings;
import io.tracemill.pipeline.analyse.AnalyseOperator;
import io.tracemill.pipeline.assemble.AssembleOperator;
import io.tracemill.pipeline.assemble.FragmentCodec;
import io.tracemill.pipeline.assemble.TraceIdCodec;
import io.tracemill.pipeline.cohort.CohortFunction;
import io.tracemill.pipeline.config.DeadLetters;
import io.tracemill.pipeline.config.IncompleteTraces;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.MutationKeys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.decode.DecodeOperator;
import io.tracemill.pipeline.judge.JudgeFunction;
import io.tracemill.pipeline.monitor.MonitorFunction;
import io.tracemill.pipeline.quality.QualityDeltaCodec;
import io.tracemill.pipeline.quality.QualityFunction;
import io.tracemill.pipeline.quality.QualityScopeCodec;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import io.tracemill.pipeline.sink.ResultRecordCodec;
import io.tracemill.pipeline.sink.ResultSinks;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.kafka.KafkaEncodingProbe;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;

/**
 * The job: records in, results out.
 *
 * <pre>
 * decode - (trace id) - assemble - analyse - aggregate - (endpoint) - monitor - profiles, changes
 *    |                                |  \_ traces                      |  \_ (one key) - judge - mutations, incidents
 *    |- dead letters                  |- late spans; counts to monitor |
 *    \---------- counts --------------+--------------------------------+- (scope) - account - quality
 * </pre>
 *
 * Between the shuffles a stage hands objects to the next by reference.
 */
public final class Topology {
  private static final OutputTag<DeadLetter> DEAD_LETTERS =
      new OutputTag<>("dead-letters", new InChainTypeInfo<>(DeadLetter.class));
  private static final OutputTag<QualityDelta> DECODE_QUALITY =
      new OutputTag<>("decode-quality", QualityDeltaCodec.TYPE);
  private static final OutputTag<QualityDelta> ANALYSE_QUALITY =
      new OutputTag<>("analyse-quality", QualityDeltaCodec.TYPE);
  private static final OutputTag<ResultRecord> LATE_SPANS =
      new OutputTag<>("late-spans", ResultRecordCodec.TYPE);

  private final TracemillConfig config;
  private final ResultSinks sinks;
  private final Optional<AlertmanagerSettings> alertmanager;
  private final long slideMillis;

  /** The job whose results go to {@code sinks} and to nobody else. */
  public Topology(TracemillConfig config, ResultSinks sinks) {
    this(config, sinks, Optional.empty());
  }

  /**
   * The job whose results go to {@code sinks}.
   *
   * @param alertmanager where incidents are posted to as well
   */
  public Topology(
      TracemillConfig config, ResultSinks sinks, Optional<AlertmanagerSettings> alertmanager) {
    this.config = config;
    this.sinks = sinks;
    this.alertmanager = alertmanager;
    this.slideMillis = config.get(Keys.PROFILES_SLIDE).toMillis();
  }

  /** Everything that is made of {@code records}, which have timestamps and watermarks. */
  public void build(DataStream<EncodedRecord> records) {
    SingleOutputStreamOperator<Fragment> fragments = decode(records);
    SingleOutputStreamOperator<RequestAnalysis> requests = analyse(assemble(fragments));
    SingleOutputStreamOperator<EndpointProfile> profiles = monitor(aggregate(requests));
    SingleOutputStreamOperator<Alert> alerts =
        judge(profiles.getSideOutput(MonitorFunction.SLIDES));
    DataStream<Incident> incidents = alerts.getSideOutput(JudgeFunction.INCIDENTS);
    DataStream<QualityReport> reports =
        account(
            fragments
                .getSideOutput(DECODE_QUALITY)
                .union(
                    requests.getSideOutput(ANALYSE_QUALITY),
                    profiles.getSideOutput(MonitorFunction.QUALITY),
                    alerts.getSideOutput(JudgeFunction.QUALITY)));

    RecordLimits limits = Rules.records(config);
    String traceLink = config.get(MutationKeys.LINKS_TRACE);
    if (config.get(Keys.OUTPUT_TRACES)) {
      write(ResultStream.TRACES, requests, () -> new TraceJson(limits)::record);
    }
    write(ResultStream.PROFILES, profiles, () -> ignoringTime(new ProfileJson(limits)::record));
    writeInOrder(
        ResultStream.MUTATIONS, alerts, () -> ignoringTime(new MutationJson(limits)::record));
    writeInOrder(
        ResultStream.INCIDENTS,
        incidents,
        () ->
            ignoringTime(
                new IncidentJson(limits, incident -> Summary.of(incident, traceLink))::record));
    alertmanager.ifPresent(settings -> post(incidents, settings));
    write(
        ResultStream.CHANGES,
        profiles.getSideOutput(MonitorFunction.CHANGES),
        () -> ignoringTime(new ChangeJson(limits)::record));
    writeAccounts(fragments, requests, reports);
  }

  /**
   * Only the requests of two cohorts that are made of {@code records}, each cohort in blocks that
   * go to a sink of its own, and what became of the others.
   */
  public void buildCohorts(
      DataStream<EncodedRecord> records,
      CohortSplit split,
      Function<CohortPart, Sink<ProfileDelta>> cohorts) {
    SingleOutputStreamOperator<Fragment> fragments = decode(records);
    SingleOutputStreamOperator<RequestAnalysis> requests = analyse(assemble(fragments));
    for (CohortPart part : CohortPart.values()) {
      String name = part.name().toLowerCase(Locale.ROOT);
      requests
          .process(new CohortFunction(split, part), new InChainTypeInfo<>(RequestAnalysis.class))
          .name(name)
          .transform("gather " + name, ProfileDeltaCodec.TYPE, gatherSlices(split, part))
          .sinkTo(cohorts.apply(part))
          .setParallelism(1)
          .name("write " + name);
    }
    DataStream<QualityReport> reports =
        account(
            fragments.getSideOutput(DECODE_QUALITY).union(requests.getSideOutput(ANALYSE_QUALITY)));
    writeAccounts(fragments, requests, reports);
  }

  private AggregateOperator gatherSlices(CohortSplit split, CohortPart part) {
    return new AggregateOperator(
        Rules.profiles(config),
        config.get(Keys.PROFILES_MAX_ENDPOINTS),
        new PaneGrid(split.periodOf(part).startMillis(), split.sliceMillis()),
        config.get(Keys.PROFILES_INCOMPLETE) == IncompleteTraces.INCLUDE,
        CountRules.OFF);
  }

  private void writeAccounts(
      SingleOutputStreamOperator<Fragment> fragments,
      SingleOutputStreamOperator<RequestAnalysis> requests,
      DataStream<QualityReport> reports) {
    write(ResultStream.QUALITY, reports, () -> ignoringTime(new QualityJson()::record));
    sinks.write(ResultStream.LATE_SPANS, requests.getSideOutput(LATE_SPANS));
    writeDeadLetters(fragments.getSideOutput(DEAD_LETTERS));
  }

  /** Records become fragments. */
  public SingleOutputStreamOperator<Fragment> decode(DataStream<EncodedRecord> records) {
    return records
        .transform(
            "decode",
            FragmentCodec.TYPE,
            new DecodeOperator(
                Rules.spans(config),
                config.get(Keys.TIME_OUT_OF_ORDERNESS).toMillis(),
                slideMillis,
                new KafkaEncodingProbe(config),
                DEAD_LETTERS,
                DECODE_QUALITY))
        .uid("decode");
  }

  /** Fragments become traces. */
  public SingleOutputStreamOperator<AssembledTrace> assemble(DataStream<Fragment> fragments) {
    return fragments
        .keyBy(Fragment::traceId, TraceIdCodec.TYPE)
        .transform(
            "assemble",
            new InChainTypeInfo<>(AssembledTrace.class),
            new AssembleOperator(Rules.assembly(config), Rules.caps(config)))
        .uid("assemble");
  }

  private SingleOutputStreamOperator<RequestAnalysis> analyse(DataStream<AssembledTrace> traces) {
    return traces
        .transform(
            "analyse",
            new InChainTypeInfo<>(RequestAnalysis.class),
            new AnalyseOperator(
                Rules.analysis(config),
                config.get(Keys.PROFILES_MAX_ENDPOINTS),
                slideMillis,
                CountRules.OFF,
                LATE_SPANS,
                ANALYSE_QUALITY))
        .uid("analyse");
  }

  private DataStream<ProfileDelta> aggregate(DataStream<RequestAnalysis> requests) {
    return requests
        .transform(
            "aggregate",
            ProfileDeltaCodec.TYPE,
            new AggregateOperator(
                Rules.profiles(config),
                config.get(Keys.PROFILES_MAX_ENDPOINTS),
                PaneGrid.every(slideMillis),
                config.get(Keys.PROFILES_INCOMPLETE) == IncompleteTraces.INCLUDE,
                CountRules.OFF))
        .uid("aggregate");
  }

  private SingleOutputStreamOperator<EndpointProfile> monitor(DataStream<ProfileDelta> deltas) {
    return deltas
        .keyBy(ProfileDelta::endpoint, FrameCodec.TYPE)
        .process(
            new MonitorFunction(Rules.monitor(config)),
            new InChainTypeInfo<>(EndpointProfile.class))
        .name("monitor")
        .uid("monitor");
  }

  /** One task: false discoveries and incidents are of all endpoints together. */
  private SingleOutputStreamOperator<Alert> judge(DataStream<EndpointSlide> slides) {
    return slides
        .keyBy(slide -> JudgeFunction.KEY, Types.BYTE)
        .process(
            new JudgeFunction(Rules.judge(config), slideMillis), new InChainTypeInfo<>(Alert.class))
        .setParallelism(1)
        .setMaxParallelism(1)
        .name("judge")
        .uid("judge");
  }

  private DataStream<QualityReport> account(DataStream<QualityDelta> counts) {
    return counts
        .keyBy(QualityDelta::scope, QualityScopeCodec.TYPE)
        .process(new QualityFunction(slideMillis), new InChainTypeInfo<>(QualityReport.class))
        .name("account")
        .uid("account");
  }

  private void writeDeadLetters(DataStream<DeadLetter> letters) {
    DeadLetters kept = config.get(Keys.OUTPUT_DEAD_LETTERS);
    if (kept != DeadLetters.OFF) {
      boolean full = kept == DeadLetters.FULL;
      int most = Rules.records(config).maxBytes();
      write(
          ResultStream.DEAD_LETTERS,
          letters,
          () -> (letter, time) -> full ? letter.withBytes(most) : letter.headersOnly());
    }
  }

  /** Stays in one task with the judge, as incidents are handed on by reference. */
  private static void post(DataStream<Incident> incidents, AlertmanagerSettings settings) {
    String traceLink = settings.traceLink();
    incidents
        .process(
            new AlertmanagerFunction(
                settings, incident -> Summary.of(incident, traceLink), InstantSource.system()),
            Types.VOID)
        .setParallelism(1)
        .setMaxParallelism(1)
        .name("alertmanager")
        .uid("alertmanager");
  }

  private <T> void write(
      ResultStream stream, DataStream<T> results, ResultFunction.Writers<T> writers) {
    sinks.write(stream, encoded(stream, results, writers));
  }

  /** Writes what one task says: a newer record takes the place of one with the same key. */
  private <T> void writeInOrder(
      ResultStream stream, DataStream<T> results, ResultFunction.Writers<T> writers) {
    sinks.write(stream, encoded(stream, results, writers).setParallelism(1).setMaxParallelism(1));
  }

  private static <T> SingleOutputStreamOperator<ResultRecord> encoded(
      ResultStream stream, DataStream<T> results, ResultFunction.Writers<T> writers) {
    return results
        .process(new ResultFunction<>(writers), ResultRecordCodec.TYPE)
        .name("encode " + stream.label())
        .uid("encode-" + stream.label());
  }

  private static <T> ResultFunction.Writer<T> ignoringTime(Function<T, ResultRecord> writer) {
    return (result, time) -> writer.apply(result);
  }
}
