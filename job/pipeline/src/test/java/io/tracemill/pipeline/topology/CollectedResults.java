package io.tracemill.pipeline.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.sink.ResultSinks;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Results kept in memory. Sinks are copied to where they run, so what they hold is static. */
final class CollectedResults implements ResultSinks {
  private static final Map<String, Queue<ResultRecord>> ALL = new ConcurrentHashMap<>();

  private final String run;

  /** Results of the run of this name. */
  CollectedResults(String run) {
    this.run = run;
  }

  @Override
  public void write(ResultStream stream, DataStream<ResultRecord> records) {
    ALL.put(name(stream), new ConcurrentLinkedQueue<>());
    records
        .sinkTo(new QueueSink(name(stream)))
        .setParallelism(records.getParallelism())
        .uid("collect-" + stream.label());
  }

  private String name(ResultStream stream) {
    return run + "/" + stream.label();
  }

  List<ResultRecord> of(ResultStream stream) {
    return List.copyOf(ALL.getOrDefault(name(stream), new ConcurrentLinkedQueue<>()));
  }

  /** Values by key; no key may be there twice. */
  Map<String, String> byKey(ResultStream stream) {
    Map<String, String> values = new TreeMap<>();
    for (ResultRecord record : of(stream)) {
      String key = new String(record.key(), UTF_8);
      if (values.put(key, new String(record.value(), UTF_8)) != null) {
        throw new AssertionError("twice in " + stream + ": " + key);
      }
    }
    return values;
  }

  private record QueueSink(String name) implements Sink<ResultRecord> {
    @Override
    public SinkWriter<ResultRecord> createWriter(WriterInitContext context) {
      return new QueueWriter(ALL.computeIfAbsent(name, added -> new ConcurrentLinkedQueue<>()));
    }
  }

  private record QueueWriter(Queue<ResultRecord> queue) implements SinkWriter<ResultRecord> {
    @Override
    public void write(ResultRecord record, Context context) {
      queue.add(record);
    }

    @Override
    public void flush(boolean endOfInput) {}

    @Override
    public void close() {}
  }
}
