package io.tracemill.pipeline.source;

import io.tracemill.connectors.formats.Detection;
import io.tracemill.connectors.formats.Encoding;
import java.io.Serializable;

/** Finds out how the records of a topic are encoded, where the configuration says {@code auto}. */
public interface EncodingProbe extends Serializable {
  /**
   * The encoding of a topic of which a record has come.
   *
   * <p>Throws what stops the job for good if the topic's records are not of one encoding.
   *
   * @param record what that record says, which is something
   */
  Encoding encodingOf(String topic, Detection record);
}
