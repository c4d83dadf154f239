package io.tracemill.analysis.signature;

import java.util.HexFormat;

/** A 128-bit hash of a call tree's canonical form. */
public record CallTreeSignature(long high, long low) implements Comparable<CallTreeSignature> {
  private static final HexFormat HEX = HexFormat.of();

  /** 32 lower-case hexadecimal digits. */
  public String hex() {
    return HEX.toHexDigits(high) + HEX.toHexDigits(low);
  }

  @Override
  public int compareTo(CallTreeSignature other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }
}
