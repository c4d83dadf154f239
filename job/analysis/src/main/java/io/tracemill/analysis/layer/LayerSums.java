package io.tracemill.analysis.layer;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.Signatures;
import io.tracemill.analysis.sketch.LatencyStrata;
import io.tracemill.analysis.span.FrameReader;
import io.tracemill.analysis.span.FrameWriter;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.subspan.SpanLayout;
import io.tracemill.analysis.subspan.SpanTimes;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The four layers of tprof for the requests of one endpoint, as sums that can be merged.
 *
 * <p>Layers 1 and 2 are the {@link #operations} of all requests. A request counts once more: in the
 * group of its order signature (layer 4), or in the rest of its structure if that group has no
 * name. Layer 3 is the sum of both, made on demand. A request is {@link #unnamed} if neither has a
 * name.
 *
 * <p>Memory, as measured: 2,000 requests of 31 spans in five orders and 20 strata take 1 MB. An
 * endpoint whose groups use all their room, with 300 operations, takes 1 MB for each stratum; its
 * upper bound, with eight requests of each group and 500 operations in a stratum, is about twice as
 * much. There are four strata for each doubling of latency.
 */
public final class LayerSums {
  private static final long OWN_BYTES = 4_500;

  private final OperationSums operations = new OperationSums();
  private final NamedGroups orders = new NamedGroups();
  private final NamedGroups rests = new NamedGroups();

  /** The number of requests, by stratum. */
  private final long[] requests = new long[LatencyStrata.COUNT];

  /** The sum of the requests' durations, by stratum. */
  private final long[] durations = new long[LatencyStrata.COUNT];

  private long unnamed;
  private long groupsWeight;
  private long[] moved = {};

  /**
   * Adds a request.
   *
   * @param trace the trace that contains it
   * @param spanId the id of its first span
   * @param durationNanos the duration of the request
   * @param times the times of its spans
   * @param layout makes the layout of these spans
   */
  public void add(
      TraceId trace,
      long spanId,
      long durationNanos,
      Signatures signatures,
      SpanTimes times,
      Supplier<SpanLayout> layout) {
    int stratum = LatencyStrata.numberOf(durationNanos);
    requests[stratum]++;
    durations[stratum] += durationNanos;
    Optional<GroupSums> order = orders.find(signatures.order());
    if (order.isEmpty() && orders.admits(times.valueCount())) {
      order = Optional.of(new GroupSums(signatures.structure(), layout.get()));
      put(orders, signatures.order(), order.get());
    }
    if (order.isPresent()) {
      operations.add(stratum, times, order.get().operationsIn(operations));
      groupsWeight += order.get().add(stratum, trace, spanId, times.values());
    } else {
      addRest(stratum, trace, spanId, signatures.structure(), times, layout.get());
    }
  }

  private void put(NamedGroups groups, CallTreeSignature signature, GroupSums group) {
    groups.put(signature, group);
    groupsWeight += group.weight();
  }

  private void addRest(
      int stratum,
      TraceId trace,
      long spanId,
      CallTreeSignature structure,
      SpanTimes times,
      SpanLayout layout) {
    operations.add(stratum, times, operations.numbers(layout));
    Optional<GroupSums> rest = rests.find(structure);
    if (rest.isEmpty() && !rests.admits(times.valueCount())) {
      unnamed++;
      return;
    }
    int[] positions = layout.canonicalPositions();
    if (rest.isEmpty()) {
      rest = Optional.of(new GroupSums(structure, layout.moved(positions)));
      put(rests, structure, rest.get());
    }
    if (moved.length < times.valueCount()) {
      moved = new long[2 * times.valueCount()];
    }
    int[] indexes = layout.valueIndexes(positions, rest.get().layout());
    for (int value = 0; value < indexes.length; value++) {
      moved[indexes[value]] = times.values()[value];
    }
    groupsWeight += rest.get().add(stratum, trace, spanId, moved);
  }

  /**
   * Adds the contents of {@code that}, which does not change. If there is no room for all groups,
   * those with most requests stay.
   */
  public void merge(LayerSums that) {
    for (int stratum = 0; stratum < requests.length; stratum++) {
      requests[stratum] += that.requests[stratum];
      durations[stratum] += that.durations[stratum];
    }
    unnamed += that.unnamed;
    operations.merge(that.operations);
    that.orders.all().forEach(orders::merge);
    that.rests.all().forEach(rests::merge);
    for (GroupSums order : orders.limit()) {
      rests.merge(order.structure(), order.inCanonicalOrder());
    }
    for (GroupSums rest : rests.limit()) {
      unnamed += rest.requests();
    }
    groupsWeight = orders.weight() + rests.weight();
  }

  /** By stratum of latency, the number of requests. */
  public NavigableMap<Integer, Long> requestsByStratum() {
    NavigableMap<Integer, Long> counts = new TreeMap<>();
    for (int stratum = 0; stratum < requests.length; stratum++) {
      if (requests[stratum] > 0) {
        counts.put(stratum, requests[stratum]);
      }
    }
    return counts;
  }

  /** The sum of the durations of the requests in these strata, nanoseconds. */
  public long durationNanos(Collection<Integer> chosen) {
    return chosen.stream().mapToLong(stratum -> durations[stratum]).sum();
  }

  /** Layers 1 and 2: the times of each operation, of all requests. */
  public OperationSums operations() {
    return operations;
  }

  /** Layer 4: by order signature, the requests of each group that has a name. */
  public Map<CallTreeSignature, GroupSums> orders() {
    return orders.all();
  }

  /**
   * Layer 3: by structure signature, the requests of each group that has a name; their sub-spans
   * mean nothing, as siblings come in any order.
   */
  public Map<CallTreeSignature, GroupSums> structures() {
    Map<CallTreeSignature, GroupSums> sums = new TreeMap<>();
    orders.all().values().forEach(group -> add(sums, group.inCanonicalOrder()));
    rests.all().values().forEach(group -> add(sums, group));
    return sums;
  }

  private static void add(Map<CallTreeSignature, GroupSums> sums, GroupSums group) {
    sums.computeIfAbsent(group.structure(), structure -> new GroupSums(structure, group.layout()))
        .merge(group);
  }

  /** Requests that are in layers 1 and 2 only. */
  public long unnamed() {
    return unnamed;
  }

  /** An upper bound of its heap memory, bytes; names are shared. Cheap to call. */
  public long weight() {
    return OWN_BYTES + Long.BYTES * (long) moved.length + operations.weight() + groupsWeight;
  }

  /** Writes everything; equal contents have equal bytes. */
  public void write(DataOutput out, FrameWriter names) throws IOException {
    Varint.write(out, unnamed);
    for (int stratum = 0; stratum < requests.length; stratum++) {
      Varint.write(out, requests[stratum]);
      Varint.write(out, durations[stratum]);
    }
    operations.write(out, names);
    orders.write(out, names);
    rests.write(out, names);
  }

  /** What {@link #write} wrote. */
  public static LayerSums read(DataInput in, FrameReader names) throws IOException {
    LayerSums sums = new LayerSums();
    sums.unnamed = Varint.read(in);
    for (int stratum = 0; stratum < sums.requests.length; stratum++) {
      sums.requests[stratum] = Varint.read(in);
      sums.durations[stratum] = Varint.read(in);
    }
    sums.operations.mergeFrom(in, names);
    sums.orders.readFrom(in, names);
    sums.rests.readFrom(in, names);
    sums.groupsWeight = sums.orders.weight() + sums.rests.weight();
    return sums;
  }
}
