package io.tracemill.pipeline.decode;

import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.files.FileFormat;
import io.tracemill.connectors.formats.Encoding;

/** Creates the decoder for a record's label. */
public final class Decoders {
  private static final String UNIT_OF_FILE = "file:";

  private Decoders() {}

  /** The label of records that are units of a file of this format. */
  public static String label(FileFormat format) {
    return UNIT_OF_FILE + format.label();
  }

  /** A new decoder for records with this label. */
  static RecordDecoder of(String label, SpanRules rules) {
    if (label.startsWith(UNIT_OF_FILE)) {
      return FileFormat.ofLabel(label.substring(UNIT_OF_FILE.length()))
          .orElseThrow(() -> new IllegalStateException("no file format " + label))
          .decoder(rules);
    }
    return Encoding.ofLabel(label)
        .orElseThrow(() -> new IllegalStateException("no encoding " + label))
        .decoder(rules);
  }
}
