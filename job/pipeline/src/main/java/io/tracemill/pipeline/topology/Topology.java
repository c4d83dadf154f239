package io.tracemill.pipeline.topology;

import io.tracemill.analysis.deployment.Deployment;
import io.tracemill.analysis.deployment.VersionedRequest;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.stack.HostPart;
import io.tracemill.analysis.stack.look.StackExplanation;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.connectors.output.DeadLetter;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.pipeline.analyse.AnalyseOperator;
import io.tracemill.pipeline.assemble.AssembleOperator;
import io.tracemill.pipeline.assemble.FragmentCodec;
import io.tracemill.pipeline.assemble.TraceIdCodec;
import io.tracemill.pipeline.check.CheckOperator;
import io.tracemill.pipeline.config.IncompleteTraces;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.count.CountOperator;
import io.tracemill.pipeline.count.EndpointPart;
import io.tracemill.pipeline.count.EndpointPartCodec;
import io.tracemill.pipeline.count.FrameCodec;
import io.tracemill.pipeline.decode.DecodeOperator;
import io.tracemill.pipeline.deployments.DeploymentOperator;
import io.tracemill.pipeline.deployments.VersionsFunction;
import io.tracemill.pipeline.endpoint.EndpointFunction;
import io.tracemill.pipeline.judge.JudgeOperator;
import io.tracemill.pipeline.judge.RoutedIncident;
import io.tracemill.pipeline.keep.KeepOperator;
import io.tracemill.pipeline.quality.QualityFunction;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import io.tracemill.pipeline.serialization.SmileCodec;
import io.tracemill.pipeline.sink.ResultRecordCodec;
import io.tracemill.pipeline.sink.ResultSinks;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.kafka.KafkaEncodingProbe;
import io.tracemill.pipeline.stacks.Aside;
import io.tracemill.pipeline.stacks.DecodeStacks;
import io.tracemill.pipeline.stacks.HostPartCodec;
import io.tracemill.pipeline.stacks.StacksFunction;
import io.tracemill.pipeline.store.StoreWriter;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;

/**
 * The job: records in, results out.
 *
 * <pre>
 * decode - (trace id) - assemble - analyse - count - (endpoint) - endpoint - profiles - (window) - hotspots, dependencies
 *    |                                |  \  \_ keep  _/  \      /      \_ incidents, mutations, changes, anomalies
 *    |                                |  \   |  \_ versions - (one task) - deployments
 *    |                                |  \   \_ check_/    \    /
 *    |- dead letters                  |   \_ traces  (one task) - judge
 *    |                                |- late spans
 *    \---------- counts --------------+----------------------------------- (scope) - account - quality
 * </pre>
 *
 * With {@code stacks.topics}, samples join the spans of their host, and explain incidents:
 *
 * <pre>
 * decode stacks - (host) - stacks - stack explanations
 *              analyse _/   /    \_ (endpoint) - endpoint
 *             judge - (all)
 * </pre>
 *
 * Between shuffles, a stage passes objects to the next by reference.
 */
public final class Topology {
  private static final OutputTag<DeadLetter> DEAD_LETTERS =
      new OutputTag<>("dead-letters", new InChainTypeInfo<>(DeadLetter.class));
  private static final OutputTag<QualityDelta> DECODE_QUALITY =
      new OutputTag<>("decode-quality", SmileCodec.typeOf(QualityDelta.class));
  private static final OutputTag<QualityDelta> ANALYSE_QUALITY =
      new OutputTag<>("analyse-quality", SmileCodec.typeOf(QualityDelta.class));
  private static final OutputTag<ResultRecord> LATE_SPANS =
      new OutputTag<>("late-spans", ResultRecordCodec.TYPE);

  /** No incidents: detection is switched off. */
  private static final OutputTag<RoutedIncident> NO_INCIDENTS =
      new OutputTag<>("no-incidents", SmileCodec.typeOf(RoutedIncident.class));

  /** The most rows of an endpoint's sampled requests in a window. */
  private static final long MAX_WINDOW_ROWS = 1_000;

  private final TracemillConfig config;
  private final Results results;
  private final Optional<StoreWriter> store;
  private final long slideMillis;
  private final long paneMillis;

  /** The job without posts and store; it writes results to {@code sinks}. */
  public Topology(TracemillConfig config, ResultSinks sinks) {
    this(config, sinks, false, Optional.empty());
  }

  /**
   * The job; it writes results to {@code sinks}.
   *
   * @param posts whether Alertmanager and the webhook also receive incidents, if configured
   * @param store also receives requests, panes and incidents, if present
   */
  public Topology(
      TracemillConfig config, ResultSinks sinks, boolean posts, Optional<StoreWriter> store) {
    this.config = config;
    this.store = store;
    this.results = new Results(config, sinks, posts);
    this.slideMillis = config.get(Keys.PROFILES_SLIDE).toMillis();
    this.paneMillis = config.get(Keys.PANE).toMillis();
  }

  /** Builds all stages on {@code records}, which have timestamps and watermarks. */
  public void build(DataStream<EncodedRecord> records) {
    build(records, Optional.empty());
  }

  /**
   * The same, with the explanation of slow spans by stack samples.
   *
   * @param stacks records of profiles, if {@code stacks.topics} is set
   */
  public void build(DataStream<EncodedRecord> records, Optional<DataStream<EncodedRecord>> stacks) {
    build(records, stacks, fragments -> fragments);
  }

  /**
   * The same, over some of the traces only.
   *
   * @param choice chooses the fragments to assemble from those that were decoded
   * @return the chosen fragments
   */
  public DataStream<Fragment> build(
      DataStream<EncodedRecord> records,
      Optional<DataStream<EncodedRecord>> stacks,
      UnaryOperator<DataStream<Fragment>> choice) {
    Optional<SingleOutputStreamOperator<HostPart>> samples = stacks.map(Topology::decodeStacks);
    SingleOutputStreamOperator<Fragment> fragments = decode(records);
    DataStream<Fragment> chosen = choice.apply(fragments);
    SingleOutputStreamOperator<RequestAnalysis> requests = analyse(assemble(chosen));
    SingleOutputStreamOperator<EndpointPart> counted = count(requests);
    SingleOutputStreamOperator<KeptRequest> kept = keep(requests);
    DataStream<EndpointPart> parts =
        check(requests, counted.union(kept.getSideOutput(KeepOperator.ROWS)));
    DataStream<QualityDelta> counts =
        fragments.getSideOutput(DECODE_QUALITY).union(requests.getSideOutput(ANALYSE_QUALITY));
    SingleOutputStreamOperator<EndpointProfile> profiles;
    if (config.get(Keys.CHANGES_ENABLED)) {
      SingleOutputStreamOperator<RoutedIncident> incidents = judge(requests, counted);
      DataStream<RoutedIncident> explained = incidents;
      if (samples.isPresent()) {
        DataStream<RoutedIncident> causes = stacks(requests, samples.get(), incidents);
        // The end of a bounded input waits for the explanations; an unbounded one never does.
        explained =
            incidents.union(DecodeOperator.seesIdleFlushes(records) ? Aside.of(causes) : causes);
      }
      profiles = endpoint(parts, explained);
      DataStream<ResultRecord> ofIncidents = results.incidents(profiles);
      store.ifPresent(writer -> writer.incidents(ofIncidents));
      counts = counts.union(incidents.getSideOutput(JudgeOperator.QUALITY));
    } else {
      DataStream<RoutedIncident> none = counted.getSideOutput(NO_INCIDENTS);
      samples.ifPresent(of -> stacks(requests, of, none));
      profiles = endpoint(parts, none);
    }
    results.traces(requests);
    results.profiles(profiles);
    results.anomalies(profiles);
    results.keep(kept, profiles);
    if (!config.get(Keys.DEPLOYMENTS_ATTRIBUTES).isEmpty()) {
      results.deployments(deployments(kept));
    }
    if (store.isPresent()) {
      store.get().requests(requests, kept);
      store.get().profiles(profiles);
    }
    results.quality(account(counts));
    results.lateSpans(requests.getSideOutput(LATE_SPANS));
    results.deadLetters(
        fragments.getSideOutput(DEAD_LETTERS),
        samples.map(of -> of.getSideOutput(DecodeStacks.DEAD_LETTERS)));
    return chosen;
  }

  /** Records of profiles become the samples of their hosts. */
  private static SingleOutputStreamOperator<HostPart> decodeStacks(
      DataStream<EncodedRecord> records) {
    return records
        .process(new DecodeStacks(), HostPartCodec.TYPE)
        .name("decode stacks")
        .uid("decode-stacks");
  }

  /** Spans and samples become explanations; returns the incidents that they explain. */
  private DataStream<RoutedIncident> stacks(
      SingleOutputStreamOperator<RequestAnalysis> requests,
      DataStream<HostPart> samples,
      DataStream<RoutedIncident> incidents) {
    SingleOutputStreamOperator<StackExplanation> found =
        samples
            .union(requests.getSideOutput(AnalyseOperator.LOCAL_SPANS))
            .keyBy(HostPart::host)
            .connect(incidents.broadcast(StacksFunction.INCIDENTS))
            .process(new StacksFunction(paneMillis), new InChainTypeInfo<>(StackExplanation.class))
            .name("stacks")
            .uid("stacks");
    results.stackExplanations(found);
    return found.getSideOutput(StacksFunction.EXPLAINED);
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

  /** Traces become requests. */
  public SingleOutputStreamOperator<RequestAnalysis> analyse(DataStream<AssembledTrace> traces) {
    return traces
        .transform(
            "analyse",
            new InChainTypeInfo<>(RequestAnalysis.class),
            new AnalyseOperator(
                Rules.analysis(config),
                config.get(Keys.PROFILES_MAX_ENDPOINTS),
                config.get(Keys.PROFILES_MAX_CATEGORIES),
                slideMillis,
                paneMillis,
                Rules.attributesForHosts(config),
                LATE_SPANS,
                ANALYSE_QUALITY))
        .uid("analyse");
  }

  private SingleOutputStreamOperator<EndpointPart> count(DataStream<RequestAnalysis> requests) {
    return requests
        .transform(
            "count",
            EndpointPartCodec.TYPE,
            new CountOperator(
                Rules.sums(config),
                config.get(Keys.PROFILES_MAX_ENDPOINTS),
                paneMillis,
                config.get(Keys.PROFILES_INCOMPLETE) == IncompleteTraces.INCLUDE))
        .uid("count");
  }

  /** Adds requests compared with their endpoints' models, if {@code anomalies.models} is set. */
  private DataStream<EndpointPart> check(
      DataStream<RequestAnalysis> requests, DataStream<EndpointPart> parts) {
    String models = config.get(Keys.ANOMALIES_MODELS);
    return models.isEmpty()
        ? parts
        : parts.union(
            requests
                .transform(
                    "check",
                    EndpointPartCodec.TYPE,
                    new CheckOperator(
                        models,
                        config.get(Keys.ANOMALIES_MAX_BYTES),
                        config.get(Keys.ANOMALIES_REQUESTS_PER_SECOND),
                        paneMillis))
                .uid("check"));
  }

  private SingleOutputStreamOperator<KeptRequest> keep(DataStream<RequestAnalysis> requests) {
    long windowPanes = config.get(Keys.PROFILES_WINDOW).toMillis() / paneMillis;
    return requests
        .transform(
            "keep",
            new InChainTypeInfo<>(KeptRequest.class),
            new KeepOperator(
                paneMillis,
                Rules.replay(config),
                (int) Math.max(1, MAX_WINDOW_ROWS / windowPanes),
                config.get(Keys.STORE_REQUESTS_PER_SECOND),
                config.get(Keys.STORE_BYTES_PER_SECOND)))
        .uid("keep");
  }

  /** One task: both versions of a service are compared, whichever task kept the requests. */
  private DataStream<Deployment> deployments(DataStream<KeptRequest> kept) {
    return kept.process(
            new VersionsFunction(config.get(Keys.DEPLOYMENTS_ATTRIBUTES), Rules.replay(config)),
            SmileCodec.typeOf(VersionedRequest.class))
        .name("versions")
        .uid("versions")
        .transform(
            "deployments", SmileCodec.typeOf(Deployment.class), new DeploymentOperator(paneMillis))
        .startNewChain()
        .setParallelism(1)
        .setMaxParallelism(1)
        .uid("deployments");
  }

  private SingleOutputStreamOperator<EndpointProfile> endpoint(
      DataStream<EndpointPart> parts, DataStream<RoutedIncident> incidents) {
    return parts
        .keyBy(EndpointPart::endpoint, FrameCodec.TYPE)
        .connect(incidents.keyBy(RoutedIncident::endpoint, FrameCodec.TYPE))
        .process(
            new EndpointFunction(Rules.endpoint(config)),
            new InChainTypeInfo<>(EndpointProfile.class))
        .name("endpoint")
        .uid("endpoint");
  }

  /** One task: incidents and baselines cover all endpoints together. */
  private SingleOutputStreamOperator<RoutedIncident> judge(
      SingleOutputStreamOperator<RequestAnalysis> requests,
      SingleOutputStreamOperator<EndpointPart> parts) {
    return parts
        .getSideOutput(CountOperator.PANE_COUNTS)
        .union(requests.getSideOutput(AnalyseOperator.LATE_EVIDENCE))
        .transform(
            "judge",
            SmileCodec.typeOf(RoutedIncident.class),
            new JudgeOperator(Rules.detection(config), slideMillis))
        .setParallelism(1)
        .setMaxParallelism(1)
        .uid("judge");
  }

  private DataStream<QualityRecord> account(DataStream<QualityDelta> counts) {
    return counts
        .keyBy(QualityDelta::scope, SmileCodec.typeOf(QualityScope.class))
        .process(new QualityFunction(slideMillis), new InChainTypeInfo<>(QualityRecord.class))
        .name("account")
        .uid("account");
  }
}
