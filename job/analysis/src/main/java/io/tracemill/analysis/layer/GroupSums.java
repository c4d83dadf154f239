package io.tracemill.analysis.layer;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.FrameReader;
import io.tracemill.analysis.span.FrameWriter;
import io.tracemill.analysis.subspan.SpanLayout;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sums of all span times of requests that have the same spans at the same positions, by stratum of
 * latency (tprof layers 3 and 4). The tail of the group can be chosen later: it is those strata
 * that lie above a threshold. Mergeable.
 */
public final class GroupSums {
  private final CallTreeSignature structure;
  private final SpanLayout layout;
  private final NavigableMap<Integer, ExactSums> strata = new TreeMap<>();

  GroupSums(CallTreeSignature structure, SpanLayout layout) {
    this.structure = structure;
    this.layout = layout;
  }

  /** Adds a request's values. */
  void add(int stratum, long[] values) {
    strata.computeIfAbsent(stratum, this::noRequests).add(values);
  }

  private ExactSums noRequests(int stratum) {
    return new ExactSums(layout.valueCount());
  }

  void merge(GroupSums that) {
    that.strata.forEach(
        (stratum, sums) -> strata.computeIfAbsent(stratum, this::noRequests).merge(sums));
  }

  /** The same requests, each span at the position that does not depend on the order of siblings. */
  GroupSums inCanonicalOrder() {
    int[] positions = layout.canonicalPositions();
    GroupSums moved = new GroupSums(structure, layout.moved(positions));
    int[] indexes = layout.valueIndexes(positions, moved.layout);
    strata.forEach((stratum, sums) -> moved.strata.put(stratum, sums.moved(indexes)));
    return moved;
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
    long requests = 0;
    for (int stratum : chosen) {
      @Nullable ExactSums sums = strata.get(stratum);
      requests += sums == null ? 0 : sums.count();
    }
    return requests;
  }

  /** By stratum, the number of requests. */
  public NavigableMap<Integer, Long> requestsByStratum() {
    NavigableMap<Integer, Long> counts = new TreeMap<>();
    strata.forEach((stratum, sums) -> counts.put(stratum, sums.count()));
    return counts;
  }

  /**
   * What is known of one value over these strata.
   *
   * @param value its index in the {@link #layout}
   */
  public Moments moments(int value, Collection<Integer> chosen) {
    Moments moments = Moments.NONE;
    for (int stratum : chosen) {
      @Nullable ExactSums sums = strata.get(stratum);
      moments = sums == null ? moments : moments.plus(sums.moments(value));
    }
    return moments;
  }

  void write(DataOutput out, FrameWriter names) throws IOException {
    structure.write(out);
    Varint.write(out, layout.size());
    for (int position = 0; position < layout.size(); position++) {
      Varint.write(out, layout.parent(position));
      names.write(out, layout.frame(position));
    }
    Varint.write(out, strata.size());
    for (Map.Entry<Integer, ExactSums> entry : strata.entrySet()) {
      Varint.write(out, entry.getKey());
      entry.getValue().write(out);
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
      int stratum = Varint.readUpTo(in, Integer.MAX_VALUE);
      group.strata.computeIfAbsent(stratum, group::noRequests).mergeFrom(in);
    }
    return group;
  }
}
