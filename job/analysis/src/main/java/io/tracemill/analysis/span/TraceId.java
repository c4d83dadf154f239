package io.tracemill.analysis.span;

import java.util.HexFormat;

/**
 * 128 bits that the spans of one trace share.
 *
 * @param high the first eight bytes, big endian; 0 for a 64-bit id
 * @param low the last eight bytes, big endian
 */
public record TraceId(long high, long low) {
  private static final HexFormat HEX = HexFormat.of();

  /** The id of 32 hexadecimal digits. */
  public static TraceId ofHex(String hex) {
    return new TraceId(
        HexFormat.fromHexDigitsToLong(hex, 0, 16), HexFormat.fromHexDigitsToLong(hex, 16, 32));
  }

  /** 32 lower-case hexadecimal digits. */
  public String hex() {
    return HEX.toHexDigits(high) + HEX.toHexDigits(low);
  }

  /** 16 lower-case hexadecimal digits of a span id. */
  public static String spanIdHex(long spanId) {
    return HEX.toHexDigits(spanId);
  }

  @Override
  public String toString() {
    return hex();
  }
}
