package io.tracemill.connectors.decoding;

/** The outcome of decoding a record. */
public sealed interface DecodeResult {
  /** The result for every well-formed record. */
  DecodeResult DECODED = new Decoded();

  /** The result for a well-formed record of metrics, logs or profiles. */
  DecodeResult OTHER_SIGNAL = new OtherSignal();

  /** The sink got all of the record's spans. */
  record Decoded() implements DecodeResult {}

  /** The record holds no spans, but metrics, logs or profiles. */
  record OtherSignal() implements DecodeResult {}

  /**
   * The record is not of the format; the caller must discard the spans that the sink got.
   *
   * @param reason the error and its place, one line of at most {@link #MAX_REASON} characters
   */
  record Malformed(String reason) implements DecodeResult {
    /** Longest reason in characters: parsers quote the payload, which may be anyone's secret. */
    public static final int MAX_REASON = 200;

    public Malformed {
      String line = reason.replaceAll("\\p{Cntrl}+", " ");
      reason = line.length() <= MAX_REASON ? line : line.substring(0, MAX_REASON);
    }
  }
}
