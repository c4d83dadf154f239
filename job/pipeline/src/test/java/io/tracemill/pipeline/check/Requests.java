package io.tracemill.pipeline.check;

import static io.tracemill.analysis.trace.TraceSpec.trace;

import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.analysis.anomaly.AnomalyModelFile;
import io.tracemill.analysis.anomaly.AnomalyTrainer;
import io.tracemill.analysis.anomaly.TrainingProgress;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.pipeline.AnalysedRequests;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Requests of a shop that calls a database, and models of them. */
final class Requests {
  private static final long MILLI = 1_000_000;

  private Requests() {}

  /** A usual request of this service. */
  static RequestAnalysis usual(String service, int id) {
    return AnalysedRequests.entry(usualSpans(service, id));
  }

  private static TraceSpec usualSpans(String service, int id) {
    long database = (50 + id * 7 % 20) * MILLI;
    return trace(id)
        .root(service, 0, database + 20 * MILLI)
        .child(service, "db", 10 * MILLI, 10 * MILLI + database);
  }

  /** A request that calls what no other does. */
  static RequestAnalysis withMail(String service, int id) {
    return AnalysedRequests.entry(
        usualSpans(service, id).child(service, "mail", 2 * MILLI, 8 * MILLI));
  }

  /** The model of a service's requests, trained at this time. */
  static AnomalyModel model(String service, int requests, long trainedMillis) {
    List<RequestAnalysis> training =
        IntStream.range(0, requests).mapToObj(id -> usual(service, id)).toList();
    List<PathTimes> paths =
        training.stream().map(each -> PathTimes.copyOf(each.criticalPath())).toList();
    return new AnomalyTrainer(AnomalyTrainer.ALARM_SHARE)
        .train(
            training.get(0).endpoint(),
            paths,
            trainedMillis,
            new SplittableRandom(1),
            TrainingProgress.NONE)
        .orElseThrow()
        .model();
  }

  static void write(Path file, AnomalyModel... models) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      AnomalyModelFile.write(out, List.of(models));
    }
  }
}
