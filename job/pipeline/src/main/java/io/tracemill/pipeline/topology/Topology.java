package io.tracemill.pipeline.topology;

import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityReport;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.connectors.output.DeadLetter;
import io.tracemill.connectors.output.ProfileJson;
import io.tracemill.connectors.output.QualityJson;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.TraceJson;
import io.tracemill.pipeline.aggregate.AggregateOperator;
import io.tracemill.pipeline.aggregate.FrameCodec;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import io.tracemill.pipeline.aggregate.ProfileDeltaCodec;
import io.tracemill.pipeline.analyse.AnalyseOperator;
import io.tracemill.pipeline.assemble.AssembleOperator;
import io.tracemill.pipeline.assemble.FragmentCodec;
import io.tracemill.pipeline.assemble.TraceIdCodec;
import io.tracemill.pipeline.config.DeadLetters;
import io.tracemill.pipeline.config.IncompleteTraces;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.decode.DecodeOperator;
import io.tracemill.pipeline.monitor.MonitorFunction;
import io.tracemill.pipeline.quality.QualityDeltaCodec;
import io.tracemill.pipeline.quality.QualityFunction;
import io.tracemill.pipeline.quality.QualityScopeCodec;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import io.tracemill.pipeline.sink.ResultRecordCodec;
import io.tracemill.pipeline.sink.ResultSinks;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.kafka.KafkaEncodingProbe;
import java.util.function.Function;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;

/**
 * The job: records in, results out.
 *
 * <pre>
 * decode - (trace id) - assemble - analyse - aggregate - (endpoint) - monitor - profiles
 *    |                                |  \_ traces
 *    |- dead letters                  |- late spans
 *    \---------- counts --------------+- (scope) - account - quality
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
  private final long slideMillis;

  public Topology(TracemillConfig config, ResultSinks sinks) {
    this.config = config;
    this.sinks = sinks;
    this.slideMillis = config.get(Keys.PROFILES_SLIDE).toMillis();
  }

  /** Everything that is made of {@code records}, which have timestamps and watermarks. */
  public void build(DataStream<EncodedRecord> records) {
    SingleOutputStreamOperator<Fragment> fragments = decode(records);
    SingleOutputStreamOperator<RequestAnalysis> requests = analyse(assemble(fragments));
    DataStream<EndpointProfile> profiles = monitor(aggregate(requests));
    DataStream<QualityReport> reports =
        account(
            fragments.getSideOutput(DECODE_QUALITY).union(requests.getSideOutput(ANALYSE_QUALITY)));

    RecordLimits limits = Rules.records(config);
    if (config.get(Keys.OUTPUT_TRACES)) {
      write(ResultStream.TRACES, requests, () -> new TraceJson(limits)::record);
    }
    write(ResultStream.PROFILES, profiles, () -> ignoringTime(new ProfileJson(limits)::record));
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
            new AnalyseOperator(Rules.analysis(config), slideMillis, LATE_SPANS, ANALYSE_QUALITY))
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
                slideMillis,
                config.get(Keys.PROFILES_INCOMPLETE) == IncompleteTraces.INCLUDE))
        .uid("aggregate");
  }

  private DataStream<EndpointProfile> monitor(DataStream<ProfileDelta> deltas) {
    return deltas
        .keyBy(ProfileDelta::endpoint, FrameCodec.TYPE)
        .process(
            new MonitorFunction(
                Rules.profiles(config), config.get(Keys.PROFILES_WINDOW).toMillis(), slideMillis),
            new InChainTypeInfo<>(EndpointProfile.class))
        .name("monitor")
        .uid("monitor");
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

  private <T> void write(
      ResultStream stream, DataStream<T> results, ResultFunction.Writers<T> writers) {
    String name = "encode " + stream.label();
    sinks.write(
        stream,
        results
            .process(new ResultFunction<>(writers), ResultRecordCodec.TYPE)
            .name(name)
            .uid("encode-" + stream.label()));
  }

  private static <T> ResultFunction.Writer<T> ignoringTime(Function<T, ResultRecord> writer) {
    return (result, time) -> writer.apply(result);
  }
}
