package io.tracemill.analysis.layer;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.sketch.SampleHash;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.FrameReader;
import io.tracemill.analysis.span.FrameWriter;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.subspan.SpanLayout;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sums of all span times of requests that have the same spans at the same positions, by stratum of
 * latency (tprof layers 3 and 4). The tail of the group can be chosen later: it is the strata above
 * a threshold. Percentiles come from a sample of its requests. Mergeable.
 */
public final class GroupSums {
  /** Bytes of its objects, signatures and map entry. */
  private static final long OWN_BYTES = 400;

  /** Bytes of a span's parent, frame, children, offset and operation number. */
  private static final long SPAN_BYTES = 20;

  private final CallTreeSignature structure;
  private final SpanLayout layout;
  private final NavigableMap<Integer, Stratum> strata = new TreeMap<>();

  /** The operation numbers of its spans, by position; empty before they are looked up. */
  private int[] operations = {};

  /** The requests of one stratum. */
  private record Stratum(ExactSums sums, RowSample rows) {
    private static final long OWN_BYTES = 240;

    long weight() {
      return OWN_BYTES + sums.arrayBytes() + rows.arrayBytes();
    }
  }

  GroupSums(CallTreeSignature structure, SpanLayout layout) {
    this.structure = structure;
    this.layout = layout;
  }

  /**
   * Adds a request; returns the added weight.
   *
   * @param values an array that begins with the values of its spans
   */
  long add(int number, TraceId trace, long spanId, long[] values) {
    @Nullable Stratum known = strata.get(number);
    long before = known == null ? 0 : known.weight();
    Stratum stratum = known == null ? open(number) : known;
    stratum.sums.add(values);
    if (stratum.rows.admits(SampleHash.of(trace, spanId))) {
      stratum.rows.add(trace, spanId, values);
    }
    return stratum.weight() - before;
  }

  private Stratum open(int number) {
    int values = layout.valueCount();
    Stratum stratum = new Stratum(new ExactSums(values), new RowSample(values));
    strata.put(number, stratum);
    return stratum;
  }

  void merge(GroupSums that) {
    that.strata.forEach(
        (number, theirs) -> {
          @Nullable Stratum known = strata.get(number);
          Stratum mine = known == null ? open(number) : known;
          mine.sums.merge(theirs.sums);
          mine.rows.merge(theirs.rows);
        });
  }

  /**
   * Returns the same requests with each span at its canonical position, which does not depend on
   * the order of siblings.
   */
  GroupSums inCanonicalOrder() {
    int[] positions = layout.canonicalPositions();
    GroupSums moved = new GroupSums(structure, layout.moved(positions));
    int[] indexes = layout.valueIndexes(positions, moved.layout);
    strata.forEach(
        (number, stratum) ->
            moved.strata.put(
                number, new Stratum(stratum.sums.moved(indexes), stratum.rows.moved(indexes))));
    return moved;
  }

  /**
   * The numbers of its spans' operations in {@code all}, which must be the same object in each
   * call.
   */
  int[] operationsIn(OperationSums all) {
    if (operations.length == 0) {
      operations = all.numbers(layout);
    }
    return operations;
  }

  /** An upper bound of its heap memory, bytes; names are shared. */
  long weight() {
    long weight = OWN_BYTES + SPAN_BYTES * layout.size();
    for (Stratum stratum : strata.values()) {
      weight += stratum.weight();
    }
    return weight;
  }

  /** The structure signature of its requests. */
  public CallTreeSignature structure() {
    return structure;
  }

  /** The spans of each of its requests, and what their values are. */
  public SpanLayout layout() {
    return layout;
  }

  /** The number of requests. */
  public long requests() {
    return requests(strata.keySet());
  }

  /** The number of requests in these strata. */
  public long requests(Collection<Integer> chosen) {
    return strata(chosen).mapToLong(stratum -> stratum.sums.count()).sum();
  }

  private Stream<Stratum> strata(Collection<Integer> chosen) {
    return chosen.stream().map(strata::get).filter(Objects::nonNull);
  }

  /** By stratum, the number of requests. */
  public NavigableMap<Integer, Long> requestsByStratum() {
    NavigableMap<Integer, Long> counts = new TreeMap<>();
    strata.forEach((number, stratum) -> counts.put(number, stratum.sums.count()));
    return counts;
  }

  /** The sum of one value over these strata. */
  public long sumNanos(int value, Collection<Integer> chosen) {
    return strata(chosen).mapToLong(stratum -> stratum.sums.sumNanos(value)).sum();
  }

  /**
   * What is known of one value over these strata.
   *
   * @param value its index in the {@link #layout}
   */
  public Moments moments(int value, Collection<Integer> chosen) {
    return strata(chosen)
        .map(stratum -> stratum.sums.moments(value))
        .reduce(Moments.NONE, Moments::plus);
  }

  /**
   * A quantile of one value over these strata, from the sample.
   *
   * @param value its index in the {@link #layout}
   */
  public Percentile percentile(int value, Collection<Integer> chosen, double q) {
    List<Percentile.Sampled> sampled = new ArrayList<>();
    strata(chosen)
        .forEach(
            stratum -> {
              double weight = (double) stratum.sums.count() / stratum.rows.size();
              for (int row = 0; row < stratum.rows.size(); row++) {
                sampled.add(new Percentile.Sampled(stratum.rows.value(row, value), weight));
              }
            });
    return Percentile.of(sampled, q);
  }

  /** The trace id of the sampled request with the largest value in these strata. */
  public Optional<TraceId> exemplar(int value, Collection<Integer> chosen) {
    Optional<TraceId> largest = Optional.empty();
    float nanos = -1;
    for (Stratum stratum : strata(chosen).toList()) {
      for (int row = 0; row < stratum.rows.size(); row++) {
        if (stratum.rows.value(row, value) > nanos) {
          nanos = stratum.rows.value(row, value);
          largest = Optional.of(stratum.rows.trace(row));
        }
      }
    }
    return largest;
  }

  void write(DataOutput out, FrameWriter names) throws IOException {
    structure.write(out);
    Varint.write(out, layout.size());
    for (int position = 0; position < layout.size(); position++) {
      Varint.write(out, layout.parent(position));
      names.write(out, layout.frame(position));
    }
    Varint.write(out, strata.size());
    for (Map.Entry<Integer, Stratum> entry : strata.entrySet()) {
      Varint.write(out, entry.getKey());
      entry.getValue().sums.write(out);
      entry.getValue().rows.write(out);
    }
  }

  static GroupSums read(DataInput in, FrameReader names) throws IOException {
    CallTreeSignature structure = CallTreeSignature.read(in);
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    int[] parents = new int[size];
    Frame[] frames = new Frame[size];
    for (int position = 0; position < size; position++) {
      parents[position] = Varint.readUpTo(in, position);
      frames[position] = names.read(in);
    }
    GroupSums group = new GroupSums(structure, SpanLayout.of(parents, frames));
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      Stratum stratum = group.open(Varint.readUpTo(in, Integer.MAX_VALUE));
      stratum.sums.mergeFrom(in);
      stratum.rows.mergeFrom(in);
    }
    return group;
  }
}
