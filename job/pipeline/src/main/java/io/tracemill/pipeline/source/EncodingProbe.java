package io.tracemill.pipeline.source;

import io.tracemill.connectors.formats.Detection;
import io.tracemill.connectors.formats.Encoding;
import java.io.Serializable;

/** Detects the encoding of a topic's records if the configuration says {@code auto}. */
public interface EncodingProbe extends Serializable {
  /**
   * The encoding of a topic from which a record was read.
   *
   * <p>If the topic has records of several encodings, it throws an exception that stops the job
   * without restarts.
   *
   * @param record the detection of that record, which is not empty
   */
  Encoding encodingOf(String topic, Detection record);
}
