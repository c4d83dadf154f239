package io.tracemill.pipeline.webhook;

import org.apache.commons.codec.digest.HmacAlgorithms;
import org.apache.commons.codec.digest.HmacUtils;

/**
 * Proves to a receiver who sent a body, and when: {@code t=1795317120,v1=5f2b...}. The second part
 * is the HMAC-SHA256 of the time, a dot and the body, in UTF-8, as hexadecimal digits.
 */
final class Signature {
  /** The name of its header. */
  static final String HEADER = "Tracemill-Signature";

  private Signature() {}

  /** The signature of a body that is sent at a time, seconds since the epoch. */
  static String of(String key, long seconds, String body) {
    String hmac = new HmacUtils(HmacAlgorithms.HMAC_SHA_256, key).hmacHex(seconds + "." + body);
    return "t=%d,v1=%s".formatted(seconds, hmac);
  }
}
