package io.tracemill.analysis.layer;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.FrameReader;
import io.tracemill.analysis.span.FrameWriter;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Groups of requests by signature, as many as have {@link #MAX_VALUES} values together: 50 groups
 * of 50 spans. A group has one block of sums for each stratum that its requests fall into, so the
 * bound of its memory is 24 bytes times its values times its strata, of which there are four for
 * each doubling of latency.
 */
final class NamedGroups {
  static final int MAX_VALUES = 10_000;

  private static final Comparator<Entry<CallTreeSignature, GroupSums>> LARGEST_FIRST =
      Comparator.<Entry<CallTreeSignature, GroupSums>>comparingLong(
              entry -> entry.getValue().requests())
          .reversed()
          .thenComparing(Entry.comparingByKey());

  private final Map<CallTreeSignature, GroupSums> groups = new HashMap<>();
  private int values;

  /** The group of this signature; a new one if there is room for its values. */
  Optional<GroupSums> open(
      CallTreeSignature signature, int valueCount, Supplier<GroupSums> noRequests) {
    @Nullable GroupSums known = groups.get(signature);
    if (known != null || values + valueCount > MAX_VALUES) {
      return Optional.ofNullable(known);
    }
    GroupSums group = noRequests.get();
    groups.put(signature, group);
    values += valueCount;
    return Optional.of(group);
  }

  /** Adds a group of this signature; false if there is no room for it. */
  boolean merge(CallTreeSignature signature, GroupSums group) {
    Optional<GroupSums> mine =
        open(
            signature,
            group.layout().valueCount(),
            () -> new GroupSums(group.structure(), group.layout()));
    mine.ifPresent(sums -> sums.merge(group));
    return mine.isPresent();
  }

  Map<CallTreeSignature, GroupSums> all() {
    return Collections.unmodifiableMap(groups);
  }

  /** Those with most requests first, so that merging admits them first. */
  List<Entry<CallTreeSignature, GroupSums>> largestFirst() {
    return groups.entrySet().stream().sorted(LARGEST_FIRST).toList();
  }

  long weight() {
    return groups.values().stream().mapToLong(GroupSums::weight).sum();
  }

  void write(DataOutput out, FrameWriter names) throws IOException {
    Varint.write(out, groups.size());
    for (Entry<CallTreeSignature, GroupSums> entry : new TreeMap<>(groups).entrySet()) {
      entry.getKey().write(out);
      entry.getValue().write(out, names);
    }
  }

  void mergeFrom(DataInput in, FrameReader names) throws IOException {
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      CallTreeSignature signature = CallTreeSignature.read(in);
      merge(signature, GroupSums.read(in, names));
    }
  }
}
