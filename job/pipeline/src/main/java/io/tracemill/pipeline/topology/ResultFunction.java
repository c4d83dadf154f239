package io.tracemill.pipeline.topology;

import io.tracemill.connectors.output.ResultRecord;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** Writes results as records; each task has its own writer. */
final class ResultFunction<T> extends ProcessFunction<T, ResultRecord> {
  private static final long serialVersionUID = 1;

  /** Writes one result; {@code timestampMillis} is its event time. */
  interface Writer<T> {
    List<ResultRecord> records(T result, long timestampMillis);
  }

  /** Makes a task's writer. */
  interface Writers<T> extends Serializable {
    Writer<T> writer();
  }

  private final Writers<T> writers;
  private transient Writer<T> writer;

  ResultFunction(Writers<T> writers) {
    this.writers = writers;
  }

  @Override
  public void open(OpenContext context) {
    writer = writers.writer();
  }

  @Override
  public void processElement(T result, Context context, Collector<ResultRecord> out) {
    writer.records(result, context.timestamp()).forEach(out::collect);
  }
}
