package io.tracemill.pipeline.config;

import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.formats.EncodingDetector;
import java.io.Serializable;

/** How the records of the input topics are encoded. */
public sealed interface InputEncoding extends Serializable {
  /** Nobody said: it is found out of each topic's first records. */
  enum Auto implements InputEncoding {
    AUTO;

    @Override
    public String label() {
      return EncodingDetector.AUTO;
    }
  }

  /** All of them in this one. */
  record Given(Encoding encoding) implements InputEncoding {
    @Override
    public String label() {
      return encoding.label();
    }
  }

  /** As in files: {@code auto}, {@code otlp_proto}. */
  String label();
}
