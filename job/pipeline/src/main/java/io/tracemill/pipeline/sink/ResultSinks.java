package io.tracemill.pipeline.sink;

import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import org.apache.flink.streaming.api.datastream.DataStream;

/** The sinks of results, one for each stream. */
public interface ResultSinks {
  /** Sends {@code records}, all of {@code stream}, to the stream's sink. */
  void write(ResultStream stream, DataStream<ResultRecord> records);
}
