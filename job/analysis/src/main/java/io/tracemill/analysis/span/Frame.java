package io.tracemill.analysis.span;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Serializable;
import java.nio.ByteBuffer;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * A (service, operation) pair: the name of a span in all statistics.
 *
 * <p>Two frames are equal if their 128-bit hashes are equal. The hash covers the length-prefixed
 * names, so a name cannot imitate a separator.
 */
public final class Frame implements Comparable<Frame>, Serializable {
  private static final long serialVersionUID = 1;

  private final String service;
  private final String operation;
  private final long hashHigh;
  private final long hashLow;

  private Frame(String service, String operation, long hashHigh, long hashLow) {
    this.service = service;
    this.operation = operation;
    this.hashHigh = hashHigh;
    this.hashLow = hashLow;
  }

  /** The frame of these names. */
  public static Frame of(String service, String operation) {
    byte[] serviceBytes = service.getBytes(UTF_8);
    byte[] operationBytes = operation.getBytes(UTF_8);
    byte[] form =
        ByteBuffer.allocate(Integer.BYTES + serviceBytes.length + operationBytes.length)
            .putInt(serviceBytes.length)
            .put(serviceBytes)
            .put(operationBytes)
            .array();
    long[] hash = MurmurHash3.hash128x64(form, 0, form.length, 0);
    return new Frame(service, operation, hash[0], hash[1]);
  }

  public String service() {
    return service;
  }

  public String operation() {
    return operation;
  }

  /** First half of the 128-bit hash of both names. */
  public long hashHigh() {
    return hashHigh;
  }

  /** Second half of the 128-bit hash of both names. */
  public long hashLow() {
    return hashLow;
  }

  /** By service, then operation. */
  @Override
  public int compareTo(Frame other) {
    int byService = service.compareTo(other.service);
    return byService != 0 ? byService : operation.compareTo(other.operation);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Frame that && hashHigh == that.hashHigh && hashLow == that.hashLow;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(hashLow);
  }

  @Override
  public String toString() {
    return service + " " + operation;
  }
}
