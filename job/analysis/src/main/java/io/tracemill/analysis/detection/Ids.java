package io.tracemill.analysis.detection;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.apache.commons.codec.digest.MurmurHash3;

/** Ids of incidents and findings: the same for the same cause, whichever task says it. */
final class Ids {
  private Ids() {}

  /** 32 hexadecimal digits. */
  static String of(Object... parts) {
    StringBuilder text = new StringBuilder();
    for (Object part : parts) {
      String each = part.toString();
      text.append(each.length()).append(':').append(each);
    }
    byte[] bytes = text.toString().getBytes(UTF_8);
    long[] hash = MurmurHash3.hash128x64(bytes, 0, bytes.length, 0);
    return HexFormat.of()
        .formatHex(ByteBuffer.allocate(2 * Long.BYTES).putLong(hash[0]).putLong(hash[1]).array());
  }
}
