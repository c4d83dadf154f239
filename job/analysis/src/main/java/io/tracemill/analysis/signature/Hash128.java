package io.tracemill.analysis.signature;

import io.tracemill.analysis.span.Frame;

/**
 * A hash of a sequence of 128-bit words, taken one at a time.
 *
 * <p>Implementation notes: two 64-bit lanes. It adds a word to them, applies MurmurHash3's 64-bit
 * finaliser to each lane, then adds each lane to the other. For a given word this is a bijection of
 * the 128 bits of state. So no information is lost, and two sequences collide only by chance. It is
 * not a cryptographic hash and does not resist attacks.
 */
public final class Hash128 {
  /** Version of the canonical forms; raise it when one of them changes. */
  static final int VERSION = 1;

  private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

  private long high;
  private long low;

  /** Starts the hash of a span in a canonical form. */
  public void begin(int form, Frame frame) {
    high = VERSION;
    low = form;
    add(frame.hashHigh(), frame.hashLow());
  }

  /** Adds the next word. */
  public void add(long wordHigh, long wordLow) {
    long left = mix((high ^ wordHigh) + GOLDEN_RATIO);
    long right = mix((low ^ wordLow) - GOLDEN_RATIO);
    high = left + right;
    low = right + high;
  }

  /** Mixes the last word into every bit. */
  public void finish() {
    long left = mix(high);
    long right = mix(low);
    high = left + right;
    low = right + high;
  }

  public long high() {
    return high;
  }

  public long low() {
    return low;
  }

  private static long mix(long lane) {
    long mixed = lane;
    mixed = (mixed ^ (mixed >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
