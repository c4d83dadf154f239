package io.tracemill.pipeline.source;

import io.tracemill.connectors.formats.Encoding;
import java.io.Serializable;
import java.util.Optional;

/** Finds out how the records of a topic are encoded, where the configuration says {@code auto}. */
public interface EncodingProbe extends Serializable {
  /**
   * The encoding of a topic of which {@code record} is one value; empty if the record has no spans
   * with valid ids in any encoding, so that there is no need to know.
   *
   * <p>Throws what stops the job for good if the topic's records are not of one encoding.
   */
  Optional<Encoding> encodingOf(String topic, byte[] record);
}
