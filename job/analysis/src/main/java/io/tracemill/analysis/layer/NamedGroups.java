package io.tracemill.analysis.layer;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.FrameReader;
import io.tracemill.analysis.span.FrameWriter;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Groups of requests by signature. Together they have at most {@link #MAX_VALUES} values, such as
 * 50 groups of 50 spans. The first requests choose the groups; when groups are merged, those with
 * most requests stay. In each stratum of latency a group takes 56 bytes a value, once it has eight
 * requests there.
 */
final class NamedGroups {
  static final int MAX_VALUES = 10_000;

  /** A larger group would leave too little room for others. */
  static final int MAX_VALUES_OF_GROUP = MAX_VALUES / 4;

  private static final Comparator<Entry<CallTreeSignature, GroupSums>> LARGEST_FIRST =
      Comparator.<Entry<CallTreeSignature, GroupSums>>comparingLong(
              entry -> entry.getValue().requests())
          .reversed()
          .thenComparing(Entry.comparingByKey());

  private final Map<CallTreeSignature, GroupSums> groups = new HashMap<>();
  private int values;

  Optional<GroupSums> find(CallTreeSignature signature) {
    return Optional.ofNullable(groups.get(signature));
  }

  /** Whether there is room for a new group with this many values. */
  boolean admits(int valueCount) {
    return valueCount <= MAX_VALUES_OF_GROUP && values + valueCount <= MAX_VALUES;
  }

  void put(CallTreeSignature signature, GroupSums group) {
    groups.put(signature, group);
    values += group.layout().valueCount();
  }

  /** Adds the requests of a group, even without room. Call {@link #limit} after the last one. */
  void merge(CallTreeSignature signature, GroupSums group) {
    @Nullable GroupSums known = groups.get(signature);
    if (known == null) {
      known = new GroupSums(group.structure(), group.layout());
      put(signature, known);
    }
    known.merge(group);
  }

  /** Removes and returns the groups beyond the limit; the groups with most requests stay. */
  List<GroupSums> limit() {
    List<GroupSums> removed = new ArrayList<>();
    if (values > MAX_VALUES) {
      List<Entry<CallTreeSignature, GroupSums>> ranked =
          groups.entrySet().stream().sorted(LARGEST_FIRST).toList();
      groups.clear();
      values = 0;
      for (Entry<CallTreeSignature, GroupSums> entry : ranked) {
        if (admits(entry.getValue().layout().valueCount())) {
          put(entry.getKey(), entry.getValue());
        } else {
          removed.add(entry.getValue());
        }
      }
    }
    return removed;
  }

  Map<CallTreeSignature, GroupSums> all() {
    return Collections.unmodifiableMap(groups);
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

  /** Adds what {@link #write} wrote to no groups. */
  void readFrom(DataInput in, FrameReader names) throws IOException {
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      CallTreeSignature signature = CallTreeSignature.read(in);
      put(signature, GroupSums.read(in, names));
    }
  }
}
