package io.tracemill.pipeline.topology;

import io.tracemill.analysis.deployment.Deployment;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.IncidentRecords;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.analysis.incident.HandlingRules;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.Hotspot;
import io.tracemill.analysis.record.KeepRecord;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.analysis.record.TraceRecord;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.stack.look.StackExplanation;
import io.tracemill.connectors.output.DeadLetter;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.ResultWriter;
import io.tracemill.pipeline.alertmanager.AlertmanagerOperator;
import io.tracemill.pipeline.config.DeadLetters;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.endpoint.EndpointFunction;
import io.tracemill.pipeline.endpoint.EndpointSlide;
import io.tracemill.pipeline.rank.HotspotFunction;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import io.tracemill.pipeline.sink.ResultRecordCodec;
import io.tracemill.pipeline.sink.ResultSinks;
import io.tracemill.pipeline.webhook.WebhookOperator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Encodes the job's results, each stream in the chain of its stage, and passes the records to the
 * sinks.
 */
final class Results {
  private final TracemillConfig config;
  private final ResultSinks sinks;
  private final boolean posts;

  Results(TracemillConfig config, ResultSinks sinks, boolean posts) {
    this.config = config;
    this.sinks = sinks;
    this.posts = posts;
  }

  /** Writes requests if {@code output.traces} is on. */
  void traces(DataStream<RequestAnalysis> requests) {
    RecordLimits limits = Rules.records(config);
    if (config.get(Keys.OUTPUT_TRACES)) {
      write(
          ResultStream.TRACES,
          requests,
          () -> record(limits, (request, time) -> TraceRecord.of(request)));
    }
  }

  /** Writes profiles, and the records of all endpoints of a window. */
  void profiles(SingleOutputStreamOperator<EndpointProfile> profiles) {
    RecordLimits limits = Rules.records(config);
    write(
        ResultStream.PROFILES,
        profiles,
        () -> records(limits, List::of, profile -> profile.window().endMillis()));
    slides(profiles.getSideOutput(EndpointFunction.SLIDES));
  }

  private void slides(DataStream<EndpointSlide> slides) {
    RecordLimits limits = Rules.records(config);
    SingleOutputStreamOperator<Hotspot> hotspots =
        HotspotFunction.rank(slides, config.get(Keys.PROFILES_SLIDE).toMillis());
    write(
        ResultStream.HOTSPOTS,
        hotspots,
        () -> records(limits, List::of, hotspot -> hotspot.window().endMillis()));
    write(
        ResultStream.DEPENDENCIES,
        hotspots.getSideOutput(HotspotFunction.DEPENDENCIES),
        () -> records(limits, List::of, edge -> edge.window().endMillis()));
  }

  /**
   * Writes incidents with their explanations and how they are handled, and posts them.
   *
   * @return all these records
   */
  DataStream<ResultRecord> incidents(SingleOutputStreamOperator<EndpointProfile> profiles) {
    RecordLimits limits = Rules.records(config);
    String traceLink = config.get(Keys.LINKS_TRACE);
    HandlingRules handling = Rules.handling(config);
    DataStream<ExplainedIncident> parts = profiles.getSideOutput(EndpointFunction.INCIDENTS);
    DataStream<ExplainedIncident> incidents =
        parts
            .filter(ExplainedIncident::isWhole)
            .name("incidents")
            .map(incident -> incident.handledBy(handling))
            .returns(new InChainTypeInfo<>(ExplainedIncident.class))
            .name("handle incidents");
    if (posts) {
      Rules.alertmanager(config).ifPresent(to -> AlertmanagerOperator.post(incidents, to));
      Rules.webhook(config).ifPresent(to -> WebhookOperator.tell(incidents, to, traceLink));
    }
    return write(
            ResultStream.MUTATIONS,
            parts,
            () ->
                records(
                    limits,
                    IncidentRecords::mutations,
                    incident -> incident.incident().endMillis()))
        .union(
            write(
                ResultStream.INCIDENTS,
                incidents,
                () ->
                    records(
                        limits,
                        incident ->
                            List.of(
                                IncidentRecords.incident(
                                    incident, IncidentSentence.of(incident), traceLink)),
                        incident -> incident.incident().endMillis())),
            write(
                ResultStream.CHANGES,
                profiles.getSideOutput(EndpointFunction.CHANGES),
                () ->
                    records(
                        limits,
                        why -> List.of(IncidentRecords.change(why)),
                        why -> why.window().endMillis())));
  }

  /** Writes requests that are unlike the others of their endpoint. */
  void anomalies(SingleOutputStreamOperator<EndpointProfile> profiles) {
    RecordLimits limits = Rules.records(config);
    write(
        ResultStream.ANOMALIES,
        profiles.getSideOutput(EndpointFunction.ANOMALIES),
        () -> record(limits, (found, time) -> found));
  }

  /** Writes which traces are worth keeping: of the sample, of incidents, and anomalies. */
  void keep(DataStream<KeptRequest> sample, SingleOutputStreamOperator<EndpointProfile> profiles) {
    RecordLimits limits = Rules.records(config);
    DataStream<ResultRecord> ofSample =
        encode(
            "keep-sample",
            sample,
            () ->
                records(
                    limits, request -> List.of(KeepRecord.of(request)), KeptRequest::timeMillis));
    DataStream<ResultRecord> ofIncidents =
        encode(
            "keep-incidents",
            profiles.getSideOutput(EndpointFunction.CHANGES),
            () -> records(limits, IncidentRecords::keep, why -> why.window().endMillis()));
    DataStream<ResultRecord> anomalies =
        encode(
            "keep-anomalies",
            profiles.getSideOutput(EndpointFunction.ANOMALIES),
            () -> record(limits, KeepRecord::of));
    sinks.write(ResultStream.KEEP, ofSample.union(ofIncidents, anomalies));
  }

  /** Writes new versions of services with their verdicts, those of a service in order. */
  void deployments(DataStream<Deployment> deployments) {
    RecordLimits limits = Rules.records(config);
    write(
        ResultStream.DEPLOYMENTS,
        deployments.keyBy(Deployment::service, Types.STRING),
        () -> records(limits, List::of, Deployment::judgedMillis));
  }

  /** Writes the accounts. */
  void quality(DataStream<QualityRecord> reports) {
    RecordLimits limits = Rules.records(config);
    write(
        ResultStream.QUALITY,
        reports,
        () -> records(limits, List::of, report -> report.window().endMillis()));
  }

  /** Writes late spans, which are already encoded. */
  void lateSpans(DataStream<ResultRecord> spans) {
    sinks.write(ResultStream.LATE_SPANS, spans);
  }

  /** Writes explanations by stack samples. */
  void stackExplanations(DataStream<StackExplanation> explanations) {
    RecordLimits limits = Rules.records(config);
    write(
        ResultStream.STACK_EXPLANATIONS,
        explanations,
        () -> records(limits, List::of, found -> found.window().endMillis()));
  }

  /**
   * Writes dead letters of spans and samples, as far as {@code output.dead-letters} asks for them.
   */
  void deadLetters(DataStream<DeadLetter> spans, Optional<DataStream<DeadLetter>> samples) {
    DeadLetters kept = config.get(Keys.OUTPUT_DEAD_LETTERS);
    if (kept != DeadLetters.OFF) {
      boolean full = kept == DeadLetters.FULL;
      int most = Rules.records(config).maxBytes();
      ResultFunction.Writers<DeadLetter> writers =
          () -> (letter, time) -> List.of(full ? letter.withBytes(most) : letter.headersOnly());
      DataStream<ResultRecord> letters = encode("dead-letters", spans, writers);
      sinks.write(
          ResultStream.DEAD_LETTERS,
          samples
              .map(of -> letters.union(encode("stack-dead-letters", of, writers)))
              .orElse(letters));
    }
  }

  /** Writes the record of each result, with the time of the element. */
  private static <T> ResultFunction.Writer<T> record(
      RecordLimits limits, BiFunction<T, Long, StreamRecord> record) {
    ResultWriter writer = new ResultWriter(limits);
    return (result, time) -> List.of(writer.write(record.apply(result, time), time));
  }

  /** Writes the records of each result, with its own time. */
  private static <T> ResultFunction.Writer<T> records(
      RecordLimits limits,
      Function<T, List<? extends StreamRecord>> records,
      ToLongFunction<T> timeMillis) {
    ResultWriter writer = new ResultWriter(limits);
    return (result, time) ->
        records.apply(result).stream()
            .map(record -> writer.write(record, timeMillis.applyAsLong(result)))
            .toList();
  }

  private <T> DataStream<ResultRecord> write(
      ResultStream stream, DataStream<T> results, ResultFunction.Writers<T> writers) {
    DataStream<ResultRecord> records = encode(stream.label(), results, writers);
    sinks.write(stream, records);
    return records;
  }

  private static <T> DataStream<ResultRecord> encode(
      String name, DataStream<T> results, ResultFunction.Writers<T> writers) {
    return results
        .process(new ResultFunction<>(writers), ResultRecordCodec.TYPE)
        .name("encode " + name)
        .uid("encode-" + name);
  }
}
