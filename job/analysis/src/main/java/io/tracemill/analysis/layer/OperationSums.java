package io.tracemill.analysis.layer;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.FrameReader;
import io.tracemill.analysis.span.FrameWriter;
import io.tracemill.analysis.subspan.SpanLayout;
import io.tracemill.analysis.subspan.SpanTimes;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The times of each operation by stratum of the request's latency (tprof layers 1 and 2), so that
 * what is slow can be chosen later. At most {@link #MAX_OPERATIONS} have a name. In each stratum an
 * operation takes 430 bytes and its bins. Mergeable.
 */
public final class OperationSums {
  /** Further operations count as {@link #OTHER}. */
  static final int MAX_OPERATIONS = 500;

  /** The operation of all that the limit does not admit. */
  public static final Frame OTHER = Frame.of("(other)", "(other)");

  private static final int OTHER_NUMBER = 0;
  private static final long OWN_BYTES = 1_000;

  private final Map<Frame, Integer> numbers = new HashMap<>();
  private final List<Frame> frames = new ArrayList<>();
  private final NavigableMap<Integer, List<OperationTimes>> strata = new TreeMap<>();

  OperationSums() {
    numbers.put(OTHER, OTHER_NUMBER);
    frames.add(OTHER);
  }

  /** The number of an operation here, for {@link #add}. */
  private int number(Frame frame) {
    Integer known = numbers.get(frame);
    if (known != null) {
      return known;
    }
    if (frames.size() > MAX_OPERATIONS) {
      return OTHER_NUMBER;
    }
    numbers.put(frame, frames.size());
    frames.add(frame);
    return frames.size() - 1;
  }

  /** The numbers of the spans' operations, by position. */
  int[] numbers(SpanLayout layout) {
    int[] found = new int[layout.size()];
    for (int position = 0; position < found.length; position++) {
      found[position] = number(layout.frame(position));
    }
    return found;
  }

  /**
   * Adds the spans of a request.
   *
   * @param operations by position, as {@link #numbers} has them
   */
  void add(int stratum, SpanTimes times, int[] operations) {
    List<OperationTimes> ofStratum = operationsOf(stratum);
    long[] values = times.values();
    int at = 0;
    for (int position = 0; position < times.size(); position++) {
      OperationTimes operation = ofStratum.get(operations[position]);
      int children = times.children(position);
      if (children == 0) {
        operation.addLeaf(values[at]);
      } else {
        operation.addParent(values[at], values[at + 1]);
      }
      at += SpanLayout.valueCount(children);
    }
  }

  private List<OperationTimes> operationsOf(int stratum) {
    List<OperationTimes> times = strata.computeIfAbsent(stratum, added -> new ArrayList<>());
    while (times.size() < frames.size()) {
      times.add(new OperationTimes());
    }
    return times;
  }

  void merge(OperationSums that) {
    Map<Frame, Integer> theirs =
        frames.size() + that.frames.size() > MAX_OPERATIONS
            ? new TreeMap<>(that.numbers) // A fixed order decides which names the limit drops.
            : that.numbers;
    theirs.forEach(
        (frame, number) -> {
          int mine = number(frame);
          that.strata.forEach(
              (stratum, times) -> {
                if (number < times.size()) {
                  operationsOf(stratum).get(mine).merge(times.get(number));
                }
              });
        });
  }

  /**
   * The times of each operation in these strata.
   *
   * @param chosen numbers of strata
   */
  public Map<Frame, OperationTimes> times(Collection<Integer> chosen) {
    Map<Frame, OperationTimes> sums = new TreeMap<>();
    for (int stratum : chosen) {
      List<OperationTimes> times = strata.getOrDefault(stratum, List.of());
      for (int number = 0; number < times.size(); number++) {
        if (times.get(number).selfMoments().count() > 0) {
          sums.computeIfAbsent(frames.get(number), added -> new OperationTimes())
              .merge(times.get(number));
        }
      }
    }
    return sums;
  }

  /** The operations that have spans. */
  public Set<Frame> names() {
    Set<Frame> names = new TreeSet<>();
    for (Frame frame : frames) {
      if (selfTimes(frame, strata.keySet()).count() > 0) {
        names.add(frame);
      }
    }
    return names;
  }

  /** The times of one operation in these strata. */
  public OperationTimes times(Frame operation, Collection<Integer> chosen) {
    OperationTimes sum = new OperationTimes();
    in(operation, chosen).forEach(sum::merge);
    return sum;
  }

  /** Count, mean and deviation of an operation's self time in these strata. */
  public Moments selfTimes(Frame operation, Collection<Integer> chosen) {
    return in(operation, chosen)
        .map(OperationTimes::selfMoments)
        .reduce(Moments.NONE, Moments::plus);
  }

  private Stream<OperationTimes> in(Frame operation, Collection<Integer> chosen) {
    int number = numbers.getOrDefault(operation, Integer.MAX_VALUE);
    return chosen.stream()
        .map(stratum -> strata.getOrDefault(stratum, List.of()))
        .filter(times -> number < times.size())
        .map(times -> times.get(number));
  }

  /** An upper bound of its heap memory, bytes; names are shared. */
  long weight() {
    return OWN_BYTES;
  }

  /** Writes everything; equal contents have equal bytes. */
  void write(DataOutput out, FrameWriter names) throws IOException {
    Varint.write(out, strata.size());
    for (int stratum : strata.keySet()) {
      Map<Frame, OperationTimes> times = times(List.of(stratum));
      Varint.write(out, stratum);
      Varint.write(out, times.size());
      for (Map.Entry<Frame, OperationTimes> entry : times.entrySet()) {
        names.write(out, entry.getKey());
        entry.getValue().write(out);
      }
    }
  }

  /** Adds what {@link #write} wrote. */
  void mergeFrom(DataInput in, FrameReader names) throws IOException {
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      int stratum = Varint.readUpTo(in, Integer.MAX_VALUE);
      for (int more = Varint.readUpTo(in, Integer.MAX_VALUE); more > 0; more--) {
        int number = number(names.read(in));
        operationsOf(stratum).get(number).mergeFrom(in);
      }
    }
  }
}
