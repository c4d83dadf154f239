package io.tracemill.analysis.signature;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HexFormat;

/** A 128-bit hash of a call tree's canonical form. */
public record CallTreeSignature(long high, long low) implements Comparable<CallTreeSignature> {
  private static final HexFormat HEX = HexFormat.of();

  /** The signature of 32 hexadecimal digits. */
  public static CallTreeSignature ofHex(String hex) {
    return new CallTreeSignature(
        HexFormat.fromHexDigitsToLong(hex, 0, 16), HexFormat.fromHexDigitsToLong(hex, 16, 32));
  }

  /** 32 lower-case hexadecimal digits. */
  public String hex() {
    return HEX.toHexDigits(high) + HEX.toHexDigits(low);
  }

  /** Writes 16 bytes. */
  public void write(DataOutput out) throws IOException {
    out.writeLong(high);
    out.writeLong(low);
  }

  /** Reads what {@link #write} wrote. */
  public static CallTreeSignature read(DataInput in) throws IOException {
    return new CallTreeSignature(in.readLong(), in.readLong());
  }

  @Override
  public int compareTo(CallTreeSignature other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }
}
