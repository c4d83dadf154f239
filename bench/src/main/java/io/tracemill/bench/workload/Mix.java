package io.tracemill.bench.workload;

/** The finalizer of SplitMix64 (Steele, Lea, Flood 2014): a bijection of 64 bits. */
final class Mix {
  private Mix() {}

  static long of(long number) {
    long mixed = number * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
