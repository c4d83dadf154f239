package io.tracemill.analysis.span;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Small numbers for the names in span bytes, so that a trace's columns are plain integers.
 *
 * <p>A number is valid until {@link #trim} is called. The owner of the vocabulary calls it between
 * two traces. Senders choose the names, so the number of stored names is bounded.
 */
public final class Vocabulary {
  /** The host that is not known. */
  public static final int UNKNOWN_HOST = 0;

  private static final int SERVICE = -1;
  private static final int HOST = -2;
  private static final int ATTRIBUTE = -3;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int maxNames;
  private int generation;
  private int size = 1;
  private int[] slots;
  private int[] context;
  private long[] hash;
  private byte[][] name;
  private @Nullable String[] text;
  private @Nullable Frame[] frame;

  /** A vocabulary that {@link #trim} empties once it holds more than {@code maxNames}. */
  public Vocabulary(int maxNames) {
    this.maxNames = maxNames;
    slots = new int[0];
    context = new int[0];
    hash = new long[0];
    name = new byte[0][];
    text = new String[0];
    frame = new Frame[0];
    allocate();
  }

  private void allocate() {
    int capacity = 256;
    size = 1;
    slots = new int[4 * capacity];
    context = new int[capacity];
    hash = new long[capacity];
    name = new byte[capacity][];
    text = new String[capacity];
    frame = new Frame[capacity];
  }

  /** Removes all names if there are too many. */
  public void trim() {
    if (size > maxNames) {
      allocate();
      generation++;
    }
  }

  /** Changes whenever all earlier numbers become invalid. */
  public int generation() {
    return generation;
  }

  /** The number of a service. */
  public int service(byte[] bytes, int offset, int length) {
    return intern(SERVICE, bytes, offset, length);
  }

  /** The number of a host; {@link #UNKNOWN_HOST} for an empty name. */
  public int host(byte[] bytes, int offset, int length) {
    return length == 0 ? UNKNOWN_HOST : intern(HOST, bytes, offset, length);
  }

  /** The number of an attribute's value. */
  public int attribute(byte[] bytes, int offset, int length) {
    return intern(ATTRIBUTE, bytes, offset, length);
  }

  /** The number of the frame of this service and operation. */
  public int frame(int service, byte[] bytes, int offset, int length) {
    return intern(service, bytes, offset, length);
  }

  /** The frame with this number. */
  public Frame frame(int number) {
    Frame known = frame[number];
    if (known == null) {
      known = Frame.of(text(context[number]), text(number));
      frame[number] = known;
    }
    return known;
  }

  /** The name of the service or host, or the value of the attribute, with this number. */
  public String text(int number) {
    String known = text[number];
    if (known == null) {
      known = new String(name[number], UTF_8);
      text[number] = known;
    }
    return known;
  }

  /** An upper bound of all numbers so far. */
  public int size() {
    return size;
  }

  private int intern(int context, byte[] bytes, int offset, int length) {
    long hash = hash(context, bytes, offset, length);
    int mask = slots.length - 1;
    int slot = (int) (hash >>> 32) & mask;
    while (slots[slot] != 0) {
      int number = slots[slot];
      if (this.hash[number] == hash
          && this.context[number] == context
          && Arrays.equals(name[number], 0, name[number].length, bytes, offset, offset + length)) {
        return number;
      }
      slot = (slot + 1) & mask;
    }
    return add(context, Arrays.copyOfRange(bytes, offset, offset + length), hash, slot);
  }

  private int add(int context, byte[] bytes, long hash, int slot) {
    if (size == name.length) {
      grow();
    }
    int number = size++;
    this.context[number] = context;
    this.hash[number] = hash;
    name[number] = bytes;
    slots[slot] = number;
    if (4 * size > slots.length) {
      rehash();
    }
    return number;
  }

  private void grow() {
    int capacity = 2 * name.length;
    context = Arrays.copyOf(context, capacity);
    hash = Arrays.copyOf(hash, capacity);
    name = Arrays.copyOf(name, capacity);
    text = Arrays.copyOf(text, capacity);
    frame = Arrays.copyOf(frame, capacity);
  }

  private void rehash() {
    slots = new int[2 * slots.length];
    int mask = slots.length - 1;
    for (int number = 1; number < size; number++) {
      int slot = (int) (hash[number] >>> 32) & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = number;
    }
  }

  private static long hash(int context, byte[] bytes, int offset, int length) {
    long hash = (context + ((long) length << 32)) * MULTIPLIER;
    int at = offset;
    int end = offset + length;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      hash = (Long.rotateLeft(hash, 29) ^ Bytes.littleEndianLong(bytes, at)) * MULTIPLIER;
    }
    long tail = 0;
    for (; at < end; at++) {
      tail = (tail << 8) | (bytes[at] & 0xFF);
    }
    hash = (Long.rotateLeft(hash, 29) ^ tail) * MULTIPLIER;
    return hash ^ (hash >>> 29);
  }
}
