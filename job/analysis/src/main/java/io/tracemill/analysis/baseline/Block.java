package io.tracemill.analysis.baseline;

import io.tracemill.analysis.span.ByteReader;
import io.tracemill.analysis.span.Bytes;
import io.tracemill.analysis.sums.Histogram;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * Up to {@link #PANES} panes of a row's baseline, packed, since a busy job has millions of them: a
 * pane takes three or four bytes.
 */
class Block implements Serializable {
  /** The most panes of a block. */
  static final int PANES = 20;

  private static final long serialVersionUID = 1;

  /** The end of its first pane, milliseconds since the epoch. */
  final long startMillis;

  /** By pane: requests, and the sum of their scores. */
  private byte[] packed = {};

  private int size;

  Block(long startMillis) {
    this.startMillis = startMillis;
  }

  /** Reads what {@link #write} wrote. */
  Block(DataInput in) throws IOException {
    startMillis = in.readLong();
    size = in.readUnsignedByte();
    packed = new byte[in.readUnsignedShort()];
    in.readFully(packed);
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(startMillis);
    out.writeByte(size);
    out.writeShort(packed.length);
    out.write(packed);
  }

  /** The number of its panes. */
  final int size() {
    return size;
  }

  final boolean isFull() {
    return size == PANES;
  }

  /**
   * Appends a pane.
   *
   * @param squares of the scores, which blocks of shares need not keep
   * @param times of the requests, if they are known
   */
  void append(int requests, double scores, double squares, Histogram times) {
    append(requests, scores);
  }

  private void append(int requests, double scores) {
    byte[] grown = Arrays.copyOf(packed, packed.length + 2 * Bytes.MAX_VARINT);
    int end = Bytes.putVarint(grown, packed.length, requests);
    packed = Arrays.copyOf(grown, Bytes.putVarint(grown, end, toBits(scores)));
    size++;
  }

  /** A float with its bits in reverse order, so that small whole numbers take few bytes. */
  private static long toBits(double scores) {
    return Integer.toUnsignedLong(Integer.reverse(Float.floatToRawIntBits((float) scores)));
  }

  /**
   * Copies its panes to arrays, the newest first.
   *
   * @param n gets the requests of each
   * @param s gets the sum of their scores
   */
  final void copyTo(double[] n, double[] s, int from) {
    Panes panes = new Panes(packed);
    for (int at = from + size - 1; at >= from; at--) {
      panes.next();
      n[at] = panes.requests;
      s[at] = panes.scores;
    }
  }

  /** Computes the scores of all panes anew. */
  final void replaceScores(Rescore rescore) {
    Panes panes = new Panes(packed);
    int panesBefore = size;
    packed = new byte[0];
    size = 0;
    for (int pane = 0; pane < panesBefore; pane++) {
      panes.next();
      append(panes.requests, rescore.of(panes.requests, panes.scores));
    }
  }

  /** Requests of all panes. */
  final long requests() {
    return (long) sum(pane -> pane.requests);
  }

  /** The sum of the scores of all panes. */
  double scores() {
    return sum(pane -> pane.scores);
  }

  private double sum(ToDoubleFunction<Panes> figure) {
    Panes panes = new Panes(packed);
    double sum = 0;
    for (int pane = 0; pane < size; pane++) {
      panes.next();
      sum += figure.applyAsDouble(panes);
    }
    return sum;
  }

  /** The sum of the squares of all requests' scores, which are 0 or 1. */
  double squares() {
    return scores();
  }

  /** The same requests of a share, all with score 0. */
  final Block withoutScores() {
    Block without = new Block(startMillis);
    without.packed = packed;
    without.size = size;
    without.replaceScores((requests, scores) -> 0);
    return without;
  }

  /** The sum of a pane's scores from its requests and their former sum. */
  interface Rescore {
    double of(int requests, double scores);
  }

  /** Reads packed panes, the oldest first. */
  private static final class Panes extends ByteReader {
    private int requests;
    private float scores;

    private Panes(byte[] packed) {
      bytes = packed;
    }

    private void next() {
      requests = (int) varint();
      scores = Float.intBitsToFloat(Integer.reverse((int) varint()));
    }
  }
}
