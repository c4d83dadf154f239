package io.tracemill.cli.diagnose;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.pipeline.job.TracemillJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Keeps every request of a bounded job, with all its spans and weight 1. They stay in memory, about
 * thirty bytes a span. The job runs in this process: its tasks find the collection by its id.
 */
final class KeptRequestsOfFiles {
  private static final Map<UUID, Queue<KeptRequest>> COLLECTIONS = new ConcurrentHashMap<>();

  private KeptRequestsOfFiles() {}

  /** Runs the job and returns its requests, in an order that does not depend on the tasks. */
  static List<KeptRequest> of(DataStream<RequestAnalysis> requests) throws Exception {
    UUID id = UUID.randomUUID();
    Queue<KeptRequest> collection = new ConcurrentLinkedQueue<>();
    COLLECTIONS.put(id, collection);
    try {
      requests.sinkTo(new KeptSink(id)).name("keep requests");
      requests.getExecutionEnvironment().execute(TracemillJob.NAME);
    } finally {
      COLLECTIONS.remove(id);
    }
    List<KeptRequest> kept = new ArrayList<>(collection);
    kept.sort(
        Comparator.comparingLong(KeptRequest::timeMillis)
            .thenComparingLong(KeptRequest::hash)
            .thenComparingLong(KeptRequest::spanId));
    return kept;
  }

  private record KeptSink(UUID id) implements Sink<RequestAnalysis> {
    @Override
    public SinkWriter<RequestAnalysis> createWriter(WriterInitContext context) {
      return new KeptWriter(COLLECTIONS.getOrDefault(id, new ConcurrentLinkedQueue<>()));
    }
  }

  private record KeptWriter(Queue<KeptRequest> collection) implements SinkWriter<RequestAnalysis> {
    @Override
    public void write(RequestAnalysis request, Context context) {
      collection.add(kept(request, context.timestamp()));
    }

    @Override
    public void flush(boolean endOfInput) {}

    @Override
    public void close() {}
  }

  private static KeptRequest kept(RequestAnalysis request, long timeMillis) {
    return new KeptRequest(
        request.traceId(),
        request.spanId(),
        request.role(),
        request.endpoint(),
        timeMillis,
        request.startNanos(),
        request.durationNanos(),
        request.failed(),
        request.complete(),
        request.spanCount(),
        request.signatures().flow(),
        request.attributes(),
        false,
        request.details().packedSpans(),
        1,
        1);
  }
}
