package io.tracemill.connectors.files;

import io.tracemill.connectors.files.UnitReader.RawUnit;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * The units of a file by their latest ends, whatever their order in the file (semantics 2). A unit
 * without an end comes right after the one before it.
 *
 * <p>It holds at most {@code maxBytes} of units. If the first of them are nearly in order, so is
 * the file: it sorts within a window that moves along, and counts units that come too late for it.
 * Otherwise it writes sorted runs of {@code runBytes} to temporary files and merges them.
 */
final class SortedUnits implements AutoCloseable {
  private static final FileFormat[] FORMATS = FileFormat.values();

  /** Bytes that a unit takes beside its content. */
  private static final long OVERHEAD = 128;

  /** A unit within a second of its place counts as sorted. */
  private static final long TOLERATED_NANOS = 1_000_000_000;

  /** Before any time. */
  private static final long NO_TIME = Long.MIN_VALUE / 2;

  /** A file is in order if no unit is further from its place than this part of a window. */
  private static final int NEARLY = 4;

  /** The smallest window of a file that is in order. */
  private static final long LEAST_BYTES = 1 << 20;

  /** A unit, and its place: by time, then by the order in the file. */
  record Placed(long nanos, long number, RawUnit unit) implements Comparable<Placed> {
    @Override
    public int compareTo(Placed other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final UnitReader file;
  private final long maxBytes;
  private final long runBytes;
  private final PriorityQueue<Placed> held = new PriorityQueue<>();
  private final List<Run> runs = new ArrayList<>();
  private final PriorityQueue<Run> merged =
      new PriorityQueue<>(Comparator.comparing((Run run) -> run.head));
  private boolean started;
  private boolean ended;
  private long heldBytes;

  /** Bytes to hold from now on. */
  private long window;

  private long read;
  private long lastRead = NO_TIME;
  private long lastReturned = NO_TIME;
  private long unsorted;

  /** Why the rest of the file cannot be read. */
  private Optional<Exception> failure = Optional.empty();

  SortedUnits(UnitReader file, long maxBytes, long runBytes) {
    this.file = file;
    this.maxBytes = maxBytes;
    this.runBytes = runBytes;
    window = maxBytes;
  }

  /** The number of units so far that were too far out of order to be sorted. */
  long unsorted() {
    return unsorted;
  }

  /** The next unit; empty at the end of the file. */
  Optional<Placed> next() throws IOException, CorruptFileException {
    if (!started) {
      started = true;
      fill();
      if (!ended) {
        adapt();
      }
    }
    Optional<Placed> first = isSpilled() ? nextMerged() : nextHeld();
    if (first.isEmpty()) {
      fail();
      return Optional.empty();
    }
    Placed next = first.get();
    unsorted += next.nanos < lastReturned - TOLERATED_NANOS ? 1 : 0;
    lastReturned = Math.max(lastReturned, next.nanos);
    return first;
  }

  /** Fails as the file did, but only after all units before the failure. */
  private void fail() throws IOException, CorruptFileException {
    if (failure.isPresent()) {
      Exception e = failure.get();
      failure = Optional.empty();
      if (e instanceof CorruptFileException corrupt) {
        throw corrupt;
      }
      throw (IOException) e;
    }
  }

  private boolean isSpilled() {
    return !runs.isEmpty();
  }

  private void fill() {
    try {
      while (!ended && heldBytes < window) {
        Optional<RawUnit> unit = file.next();
        ended = unit.isEmpty();
        unit.ifPresent(this::hold);
      }
    } catch (IOException | CorruptFileException e) {
      ended = true;
      failure = Optional.of(e);
    }
  }

  private void hold(RawUnit unit) {
    lastRead = unit.latestEndNanos().orElse(lastRead);
    held.add(new Placed(lastRead, read++, unit));
    heldBytes += size(unit);
  }

  private static long size(RawUnit unit) {
    return (long) unit.bytes().length + OVERHEAD;
  }

  /** Decides how to sort a file that is larger than the window, from the units that fill it. */
  private void adapt() throws IOException {
    long needed = NEARLY * disorder();
    if (needed > held.size()) {
      spillAll();
    } else {
      // A smaller window keeps units in the processor's caches.
      window = Math.min(maxBytes, Math.max(LEAST_BYTES, heldBytes / held.size() * needed));
    }
  }

  /**
   * The most units between the place of a unit in the file and its place by time, if it is late.
   */
  private long disorder() {
    List<Placed> sorted = new ArrayList<>(held);
    sorted.sort(Comparator.comparingLong(Placed::number));
    BitSet late = new BitSet();
    long latest = NO_TIME;
    for (Placed unit : sorted) {
      late.set((int) unit.number, unit.nanos < latest - TOLERATED_NANOS);
      latest = Math.max(latest, unit.nanos);
    }
    Collections.sort(sorted);
    long most = 0;
    for (int i = 0; i < sorted.size(); i++) {
      long number = sorted.get(i).number;
      most = Math.max(most, late.get((int) number) ? number - i : 0);
    }
    return most;
  }

  private void spillAll() throws IOException {
    window = runBytes;
    fill();
    while (!held.isEmpty()) {
      runs.add(new Run(held));
      heldBytes = 0;
      fill();
    }
    for (Run run : runs) {
      if (run.advance()) {
        merged.add(run);
      }
    }
  }

  private Optional<Placed> nextHeld() {
    fill();
    Optional<Placed> next = Optional.ofNullable(held.poll());
    next.ifPresent(placed -> heldBytes -= size(placed.unit));
    return next;
  }

  private Optional<Placed> nextMerged() throws IOException {
    Run run = merged.poll();
    if (run == null) {
      return Optional.empty();
    }
    Placed next = run.head;
    if (run.advance()) {
      merged.add(run);
    }
    return Optional.of(next);
  }

  @Override
  public void close() throws IOException {
    for (Run run : runs) {
      run.close();
    }
  }

  /** Units in order in a temporary file. */
  private static final class Run implements AutoCloseable {
    private final Path path;
    private final DataInputStream in;
    private Placed head =
        new Placed(0, 0, new RawUnit(new byte[0], FORMATS[0], OptionalLong.empty()));

    /** Writes {@code units}, which are empty then. */
    Run(PriorityQueue<Placed> units) throws IOException {
      path = Files.createTempFile("tracemill-sort", ".units");
      path.toFile().deleteOnExit();
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path)))) {
        for (Placed placed = units.poll(); placed != null; placed = units.poll()) {
          out.writeLong(placed.nanos);
          out.writeLong(placed.number);
          out.writeByte(placed.unit.format().ordinal());
          out.writeLong(placed.unit.latestEndNanos().orElse(-1));
          out.writeInt(placed.unit.bytes().length);
          out.write(placed.unit.bytes());
        }
      }
      in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path)));
    }

    /** Reads the next unit; false at the end. */
    boolean advance() throws IOException {
      long nanos;
      try {
        nanos = in.readLong();
      } catch (EOFException e) {
        return false;
      }
      long number = in.readLong();
      FileFormat format = FORMATS[in.readByte()];
      long end = in.readLong();
      byte[] bytes = in.readNBytes(in.readInt());
      OptionalLong latestEnd = end < 0 ? OptionalLong.empty() : OptionalLong.of(end);
      head = new Placed(nanos, number, new RawUnit(bytes, format, latestEnd));
      return true;
    }

    @Override
    public void close() throws IOException {
      in.close();
      Files.deleteIfExists(path);
    }
  }
}
