package io.tracemill.pipeline.topology;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityReport;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.connectors.output.DeadLetter;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.pipeline.aggregate.AggregateOperator;
import io.tracemill.pipeline.aggregate.CountRules;
import io.tracemill.pipeline.aggregate.FrameCodec;
import io.tracemill.pipeline.aggregate.PaneGrid;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import io.tracemill.pipeline.aggregate.ProfileDeltaCodec;
import io.tracemill.pipeline.alertmanager.AlertmanagerSettings;
import io.tracemill.pipeline.analyse.AnalyseOperator;
import io.tracemill.pipeline.assemble.AssembleOperator;
import io.tracemill.pipeline.assemble.FragmentCodec;
import io.tracemill.pipeline.assemble.TraceIdCodec;
import io.tracemill.pipeline.cohort.CohortFile;
import io.tracemill.pipeline.cohort.CohortFunction;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.config.DiagnosisKeys;
import io.tracemill.pipeline.config.IncompleteTraces;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.decode.DecodeOperator;
import io.tracemill.pipeline.diagnose.DiagnosisFunction;
import io.tracemill.pipeline.diagnose.WindowDiagnosis;
import io.tracemill.pipeline.export.WholeInputProfile;
import io.tracemill.pipeline.judge.JudgeOperator;
import io.tracemill.pipeline.judge.RoutedIncident;
import io.tracemill.pipeline.judge.RoutedIncidentCodec;
import io.tracemill.pipeline.monitor.MonitorFunction;
import io.tracemill.pipeline.quality.QualityDeltaCodec;
import io.tracemill.pipeline.quality.QualityFunction;
import io.tracemill.pipeline.quality.QualityScopeCodec;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import io.tracemill.pipeline.sink.ResultRecordCodec;
import io.tracemill.pipeline.sink.ResultSinks;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.kafka.KafkaEncodingProbe;
import io.tracemill.pipeline.store.StoreWriter;
import io.tracemill.store.layout.StoredPane;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;

/**
 * The job: records in, results out.
 *
 * <pre>
 * decode - (trace id) - assemble - analyse - aggregate - (endpoint) - monitor - profiles, heat maps, what-ifs, breakdowns
 *    |                                |  \_ traces    \                /  |\_ incidents, mutations, changes
 *    |                                |                \              /   \_ (window) - hotspots, systems
 *    |- dead letters                  |- late spans    \ (one task) - judge
 *    |                                |- (type) - merge layers - (window) - diagnoses
 *    |                                |- sample - store: requests; the panes of monitor and judge - store: panes
 *    \---------- counts --------------+--------------------------------+- (scope) - account - quality
 * </pre>
 *
 * Between shuffles, a stage passes objects to the next by reference.
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

  /** No incidents: detection is switched off. */
  private static final OutputTag<RoutedIncident> NO_INCIDENTS =
      new OutputTag<>("no-incidents", RoutedIncidentCodec.TYPE);

  private final TracemillConfig config;
  private final Results results;
  private final Optional<StoreWriter> store;
  private final long slideMillis;

  /** The job without Alertmanager and store; it writes results to {@code sinks}. */
  public Topology(TracemillConfig config, ResultSinks sinks) {
    this(config, sinks, Optional.empty(), Optional.empty());
  }

  /**
   * The job; it writes results to {@code sinks}.
   *
   * @param alertmanager also receives incidents, if present
   * @param store also receives requests and panes, if present
   */
  public Topology(
      TracemillConfig config,
      ResultSinks sinks,
      Optional<AlertmanagerSettings> alertmanager,
      Optional<StoreWriter> store) {
    this.config = config;
    this.store = store;
    this.results = new Results(config, sinks, alertmanager);
    this.slideMillis = config.get(Keys.PROFILES_SLIDE).toMillis();
  }

  /** Builds all stages on {@code records}, which have timestamps and watermarks. */
  public void build(DataStream<EncodedRecord> records) {
    build(records, Optional.empty());
  }

  /**
   * Builds all stages on bounded records.
   *
   * @param whole sink of the profiles of all requests, one an endpoint; empty: none are made
   */
  public void build(DataStream<EncodedRecord> records, Optional<Sink<WholeInputProfile>> whole) {
    SingleOutputStreamOperator<Fragment> fragments = decode(records);
    SingleOutputStreamOperator<RequestAnalysis> requests =
        analyse(assemble(fragments), Rules.counts(config));
    whole.ifPresent(sink -> WholeInput.write(requests, config, sink));
    SingleOutputStreamOperator<ProfileDelta> deltas = aggregate(requests);
    DataStream<QualityDelta> counts = counts(fragments, requests);
    SingleOutputStreamOperator<EndpointProfile> profiles;
    if (config.get(ChangeKeys.CHANGES_ENABLED)) {
      SingleOutputStreamOperator<RoutedIncident> incidents = judge(requests, deltas);
      profiles = monitor(deltas, incidents);
      results.incidents(profiles);
      counts = counts.union(incidents.getSideOutput(JudgeOperator.QUALITY));
      store(requests, profiles, Optional.of(incidents.getSideOutput(JudgeOperator.COUNTED)));
    } else {
      profiles = monitor(deltas, deltas.getSideOutput(NO_INCIDENTS));
      store(requests, profiles, Optional.empty());
    }
    results.traces(requests);
    results.profiles(profiles);
    if (config.get(DiagnosisKeys.DIAGNOSIS_ENABLED)) {
      results.diagnoses(diagnose(requests, config.get(Keys.PROFILES_WINDOW).toMillis()));
    }
    writeAccounts(fragments, requests, counts);
  }

  private void store(
      DataStream<RequestAnalysis> requests,
      SingleOutputStreamOperator<EndpointProfile> profiles,
      Optional<DataStream<PaneCounts>> counted) {
    if (store.isPresent()) {
      StoreWriter writer = store.get();
      writer.requests(requests);
      DataStream<StoredPane> panes = writer.profiles(profiles);
      writer.panes(counted.isPresent() ? panes.union(writer.counts(counted.get())) : panes);
    }
  }

  /**
   * Builds only the stages that diagnose bounded records, in one window.
   *
   * @param time if present, only requests that begin in it count
   * @return the findings, for exports
   */
  public DataStream<WindowDiagnosis> buildDiagnosis(
      DataStream<EncodedRecord> records, Optional<Period> time) {
    SingleOutputStreamOperator<Fragment> fragments = decode(records);
    SingleOutputStreamOperator<RequestAnalysis> requests =
        analyse(assemble(fragments), CountRules.OFF);
    writeAccounts(fragments, requests, counts(fragments, requests));
    SingleOutputStreamOperator<WindowDiagnosis> diagnoses =
        diagnose(
            time.<DataStream<RequestAnalysis>>map(
                    period -> requests.filter(request -> begins(request, period)))
                .orElse(requests),
            Long.MAX_VALUE);
    results.diagnoses(diagnoses);
    return diagnoses;
  }

  /**
   * Builds only the stages that split the requests of {@code records} into two cohorts. Each cohort
   * writes panes of the split's length to its own files. It also writes the accounts.
   */
  public void buildCohorts(
      DataStream<EncodedRecord> records,
      CohortSplit split,
      Function<CohortPart, CohortFile> cohorts) {
    SingleOutputStreamOperator<Fragment> fragments = decode(records);
    SingleOutputStreamOperator<RequestAnalysis> requests =
        analyse(assemble(fragments), CountRules.OFF);
    for (CohortPart part : CohortPart.values()) {
      String name = part.name().toLowerCase(Locale.ROOT);
      CohortFile file = cohorts.apply(part);
      SingleOutputStreamOperator<ProfileDelta> sums =
          requests
              .process(
                  new CohortFunction(split, part), new InChainTypeInfo<>(RequestAnalysis.class))
              .name(name)
              .transform("gather " + name, ProfileDeltaCodec.TYPE, gather(split, part));
      sums.sinkTo(file.requestsSink()).setParallelism(1).name("write " + name);
      sums.getSideOutput(AggregateOperator.PANE_COUNTS)
          .sinkTo(file.panesSink())
          .setParallelism(1)
          .name("write panes of " + name);
    }
    writeAccounts(fragments, requests, counts(fragments, requests));
  }

  /**
   * Builds only the stages up to {@code aggregate}, to inspect a few records. Accounts and dead
   * letters go to the sinks; it returns the sums of endpoints.
   *
   * @param decoded the result of {@link #decode}
   * @param sample the fragments to assemble
   */
  public DataStream<SampledEndpoint> buildSample(
      SingleOutputStreamOperator<Fragment> decoded, DataStream<Fragment> sample) {
    SingleOutputStreamOperator<RequestAnalysis> requests =
        analyse(assemble(sample), Rules.counts(config));
    writeAccounts(decoded, requests, counts(decoded, requests));
    SingleOutputStreamOperator<ProfileDelta> deltas = aggregate(requests);
    return deltas
        .map(SampledEndpoint::of, SampledEndpoint.TYPE)
        .union(
            deltas
                .getSideOutput(AggregateOperator.PANE_COUNTS)
                .map(SampledEndpoint::of, SampledEndpoint.TYPE));
  }

  private AggregateOperator gather(CohortSplit split, CohortPart part) {
    PaneGrid grid = new PaneGrid(split.periodOf(part).startMillis(), split.sliceMillis());
    return new AggregateOperator(
        Rules.profiles(config),
        config.get(Keys.PROFILES_MAX_ENDPOINTS),
        grid,
        config.get(Keys.PROFILES_INCOMPLETE) == IncompleteTraces.INCLUDE,
        new CountRules(true, grid, Rules.detection(config).scale()));
  }

  private static DataStream<QualityDelta> counts(
      SingleOutputStreamOperator<Fragment> fragments,
      SingleOutputStreamOperator<RequestAnalysis> requests) {
    return fragments.getSideOutput(DECODE_QUALITY).union(requests.getSideOutput(ANALYSE_QUALITY));
  }

  private void writeAccounts(
      SingleOutputStreamOperator<Fragment> fragments,
      SingleOutputStreamOperator<RequestAnalysis> requests,
      DataStream<QualityDelta> counts) {
    results.quality(account(counts));
    results.lateSpans(requests.getSideOutput(LATE_SPANS));
    results.deadLetters(fragments.getSideOutput(DEAD_LETTERS));
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
                DecodeOperator.seesIdleFlushes(records),
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

  private SingleOutputStreamOperator<RequestAnalysis> analyse(
      DataStream<AssembledTrace> traces, CountRules counts) {
    return traces
        .transform(
            "analyse",
            new InChainTypeInfo<>(RequestAnalysis.class),
            new AnalyseOperator(
                Rules.analysis(config),
                config.get(Keys.PROFILES_MAX_ENDPOINTS),
                slideMillis,
                counts,
                LATE_SPANS,
                ANALYSE_QUALITY))
        .uid("analyse");
  }

  private SingleOutputStreamOperator<ProfileDelta> aggregate(DataStream<RequestAnalysis> requests) {
    return requests
        .transform(
            "aggregate",
            ProfileDeltaCodec.TYPE,
            new AggregateOperator(
                Rules.profiles(config),
                config.get(Keys.PROFILES_MAX_ENDPOINTS),
                PaneGrid.every(slideMillis),
                config.get(Keys.PROFILES_INCOMPLETE) == IncompleteTraces.INCLUDE,
                Rules.counts(config)))
        .uid("aggregate");
  }

  private SingleOutputStreamOperator<EndpointProfile> monitor(
      DataStream<ProfileDelta> deltas, DataStream<RoutedIncident> incidents) {
    return deltas
        .keyBy(ProfileDelta::endpoint, FrameCodec.TYPE)
        .connect(incidents.keyBy(RoutedIncident::endpoint, FrameCodec.TYPE))
        .process(
            new MonitorFunction(Rules.monitor(config)),
            new InChainTypeInfo<>(EndpointProfile.class))
        .name("monitor")
        .uid("monitor");
  }

  /** One task: incidents and baselines cover all endpoints together. */
  private SingleOutputStreamOperator<RoutedIncident> judge(
      SingleOutputStreamOperator<RequestAnalysis> requests,
      SingleOutputStreamOperator<ProfileDelta> deltas) {
    return deltas
        .getSideOutput(AggregateOperator.PANE_COUNTS)
        .union(requests.getSideOutput(AnalyseOperator.LATE_EVIDENCE))
        .transform(
            "judge",
            RoutedIncidentCodec.TYPE,
            new JudgeOperator(Rules.detection(config), slideMillis))
        .setParallelism(1)
        .setMaxParallelism(1)
        .uid("judge");
  }

  private static boolean begins(RequestAnalysis request, Period period) {
    return period.contains(TimeUnit.NANOSECONDS.toMillis(request.startNanos()));
  }

  private SingleOutputStreamOperator<WindowDiagnosis> diagnose(
      DataStream<RequestAnalysis> requests, long windowMillis) {
    return DiagnosisFunction.diagnose(
        requests, Rules.requestTypes(config), Rules.diagnosis(config), windowMillis);
  }

  private DataStream<QualityReport> account(DataStream<QualityDelta> counts) {
    return counts
        .keyBy(QualityDelta::scope, QualityScopeCodec.TYPE)
        .process(new QualityFunction(slideMillis), new InChainTypeInfo<>(QualityReport.class))
        .name("account")
        .uid("account");
  }
}
