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
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The times of each operation by stratum of the request's latency (tprof layers 1 and 2), so that
 * the tail can be chosen later. At most {@link #MAX_OPERATIONS} operations have a name. In each
 * stratum an operation takes 170 bytes and 18 bytes a bin, twice that if its spans have children.
 * Mergeable.
 */
public final class OperationSums {
  /** Further operations count as {@link #OTHER}. */
  static final int MAX_OPERATIONS = 500;

  /** The operation of all that the limit does not admit. */
  public static final Frame OTHER = Frame.of("(other)", "(other)");

  private static final int OTHER_NUMBER = 0;
  private static final long OWN_BYTES = 200;

  /** Bytes of a name's entries in a map and a list. */
  private static final long NAME_BYTES = 80;

  private final Map<Frame, Integer> numbers = new HashMap<>();
  private final List<Frame> frames = new ArrayList<>();
  private final NavigableMap<Integer, Stratum> strata = new TreeMap<>();
  private long timesWeight;

  /** The times of one stratum, by operation number. */
  private static final class Stratum {
    private static final long OWN_BYTES = 100;

    private @Nullable OperationTimes[] times = {};

    @Nullable OperationTimes find(int number) {
      return number < times.length ? times[number] : null;
    }

    void put(int number, OperationTimes added) {
      if (number >= times.length) {
        times = Arrays.copyOf(times, 2 * number + 1);
      }
      times[number] = added;
    }

    long weight() {
      return OWN_BYTES + Integer.BYTES * (long) times.length;
    }
  }

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
  void add(int stratumNumber, SpanTimes times, int[] operations) {
    Stratum stratum = stratum(stratumNumber);
    long[] values = times.values();
    int at = 0;
    long added = 0;
    for (int position = 0; position < times.size(); position++) {
      OperationTimes operation = times(stratum, operations[position]);
      int children = times.children(position);
      added +=
          children == 0
              ? operation.addLeaf(values[at])
              : operation.addParent(values[at], values[at + 1]);
      at += SpanLayout.valueCount(children);
    }
    timesWeight += added;
  }

  private Stratum stratum(int number) {
    @Nullable Stratum known = strata.get(number);
    if (known != null) {
      return known;
    }
    Stratum stratum = new Stratum();
    strata.put(number, stratum);
    timesWeight += stratum.weight();
    return stratum;
  }

  private OperationTimes times(Stratum stratum, int number) {
    @Nullable OperationTimes known = stratum.find(number);
    if (known != null) {
      return known;
    }
    OperationTimes times = new OperationTimes();
    put(stratum, number, times);
    return times;
  }

  private void put(Stratum stratum, int number, OperationTimes times) {
    timesWeight += times.weight() - stratum.weight();
    stratum.put(number, times);
    timesWeight += stratum.weight();
  }

  void merge(OperationSums that) {
    // A fixed order decides which names the limit drops.
    that.sorted()
        .forEach(
            (frame, number) ->
                that.strata.forEach(
                    (stratum, all) -> {
                      @Nullable OperationTimes times = all.find(number);
                      if (times != null) {
                        merge(stratum(stratum), number(frame), times);
                      }
                    }));
  }

  private void merge(Stratum stratum, int number, OperationTimes times) {
    OperationTimes mine = times(stratum, number);
    timesWeight -= mine.weight();
    mine.merge(times);
    timesWeight += mine.weight();
  }

  private Map<Frame, Integer> sorted() {
    return new TreeMap<>(numbers);
  }

  /** The operations that have spans. */
  public Set<Frame> names() {
    Set<Frame> names = new TreeSet<>(frames);
    names.removeIf(frame -> in(frame, strata.keySet()).findAny().isEmpty());
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
        .map(times -> times.selfTimes().moments())
        .reduce(Moments.NONE, Moments::plus);
  }

  private Stream<OperationTimes> in(Frame operation, Collection<Integer> chosen) {
    int number = numbers.getOrDefault(operation, Integer.MAX_VALUE);
    return chosen.stream()
        .map(strata::get)
        .filter(Objects::nonNull)
        .map(stratum -> stratum.find(number))
        .filter(Objects::nonNull);
  }

  /** An upper bound of its heap memory, bytes; names are shared. */
  long weight() {
    return OWN_BYTES + NAME_BYTES * frames.size() + timesWeight;
  }

  /** Writes everything; equal contents have equal bytes. */
  public void write(DataOutput out, FrameWriter names) throws IOException {
    Map<Frame, Integer> sorted = sorted();
    Varint.write(out, strata.size());
    for (Map.Entry<Integer, Stratum> stratum : strata.entrySet()) {
      Varint.write(out, stratum.getKey());
      Varint.write(out, Arrays.stream(stratum.getValue().times).filter(Objects::nonNull).count());
      for (Map.Entry<Frame, Integer> entry : sorted.entrySet()) {
        @Nullable OperationTimes times = stratum.getValue().find(entry.getValue());
        if (times != null) {
          names.write(out, entry.getKey());
          times.write(out);
        }
      }
    }
  }

  /** Reads what {@link #write} wrote. */
  public static OperationSums read(DataInput in, FrameReader names) throws IOException {
    OperationSums sums = new OperationSums();
    sums.mergeFrom(in, names);
    return sums;
  }

  /** Adds what {@link #write} wrote. */
  void mergeFrom(DataInput in, FrameReader names) throws IOException {
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      Stratum stratum = stratum(Varint.readUpTo(in, Integer.MAX_VALUE));
      for (int more = Varint.readUpTo(in, Integer.MAX_VALUE); more > 0; more--) {
        int number = number(names.read(in));
        OperationTimes times = OperationTimes.read(in);
        if (stratum.find(number) == null) {
          put(stratum, number, times);
        } else {
          merge(stratum, number, times);
        }
      }
    }
  }
}
