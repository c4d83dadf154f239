package io.tracemill.analysis.sample;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestTables;
import io.tracemill.analysis.sample.GroupKey.Outcome;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.sketch.SampleHash;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one pane that are kept: a bounded stratified sample, each request with all its
 * spans.
 *
 * <p>Requests of one endpoint, category, octave of duration and outcome are a group. Each group has
 * an exact count and keeps the {@code k} requests with the smallest hashes of their ids. {@code k}
 * is the largest number with which all groups together are within the bounds. So the sample keeps
 * all requests of rare groups, such as slow or failing ones. A kept request stands for {@code count
 * / kept} of its group. If there are more groups than the bounds allow, the requests of further
 * groups, and of the groups with the largest requests, are one group for each outcome.
 *
 * <p>In addition, it keeps the slowest complete request of each endpoint with weight 0; these take
 * at most the same bytes again.
 *
 * <p>The choice depends only on counts, sizes and ids, so merging is associative and commutative.
 * If there are more groups than the bounds allow, the order decides which stay apart; estimates
 * stay unbiased. One thread uses it.
 */
public final class KeptSample {
  /** The most nodes of a category's call tree; a larger tree is cut. */
  public static final int MAX_NODES = 1_000;

  /** How many surplus requests it keeps before it drops them. */
  private static final int SLACK = 8;

  /** Pools one of this many groups at once. */
  private static final int POOLED_SHARE = 8;

  private static final long OWN_BYTES = 1_000;

  private static final Comparator<Entry<GroupKey, SampleGroup>> LARGEST_FIRST =
      largestFirst(SampleGroup::count);
  private static final Comparator<Entry<GroupKey, SampleGroup>> LONGEST_FIRST =
      largestFirst(SampleGroup::largestBytes);

  private record Category(Frame endpoint, CallTreeSignature signature) {
    static Category of(KeptRequest request) {
      return new Category(request.endpoint(), request.category());
    }
  }

  private interface Size {
    long of(SampleGroup group);
  }

  private final int maxRequests;
  private final long maxBytes;

  /** At most {@link #maxGroups}. */
  private final Map<GroupKey, SampleGroup> groups = new HashMap<>();

  /** The requests of groups without a name, by the ordinal of the outcome. */
  private final SampleGroup[] others = new SampleGroup[Outcome.COUNT];

  private final SlowestRequests slowest;

  private int maxGroups;
  private int perGroup;

  /** The number of requests in groups, their size in a store, and that in memory. */
  private int kept;

  private long storedBytes;
  private long heapBytes;

  /**
   * @param maxRequests the most requests, 1 or more; two more if the bound is below three
   * @param maxBytes about the most bytes in a store
   */
  public KeptSample(int maxRequests, long maxBytes) {
    if (maxRequests < 1 || maxBytes < 1) {
      throw new IllegalArgumentException(
          "the bounds must be at least 1, are %d requests and %d bytes"
              .formatted(maxRequests, maxBytes));
    }
    this.maxRequests = maxRequests;
    this.maxBytes = maxBytes;
    maxGroups = maxRequests;
    perGroup = maxRequests;
    slowest = new SlowestRequests(maxRequests, maxBytes);
    for (int outcome = 0; outcome < others.length; outcome++) {
      others[outcome] = new SampleGroup();
    }
  }

  private static Comparator<Entry<GroupKey, SampleGroup>> largestFirst(Size size) {
    return Comparator.<Entry<GroupKey, SampleGroup>>comparingLong(
            entry -> size.of(entry.getValue()))
        .reversed()
        .thenComparing(Entry.comparingByKey());
  }

  /**
   * Counts a request, and copies it if the sample keeps it.
   *
   * @param timeMillis the time by which panes count it
   * @return whether it is kept, until others displace it
   */
  public boolean add(RequestAnalysis request, long timeMillis) {
    long hash = SampleHash.of(request.traceId(), request.spanId());
    SampleGroup group = group(GroupKey.of(request));
    group.count(KeptRequest.storedBytes(request.spanCount()));
    boolean admitted = group.admits(hash, perGroup);
    boolean isSlowest = slowest.admits(request, hash);
    if (!admitted) {
      group.reject(hash);
    }
    if (admitted || isSlowest) {
      keep(request, timeMillis, admitted ? Optional.of(group) : Optional.empty(), isSlowest);
    }
    return admitted || isSlowest;
  }

  private void keep(
      RequestAnalysis request, long timeMillis, Optional<SampleGroup> group, boolean isSlowest) {
    KeptRequest copy = KeptRequest.of(request, timeMillis);
    if (isSlowest) {
      slowest.set(copy);
    }
    if (group.isPresent()) {
      subtract(group.get());
      group.get().keep(copy);
      group.get().trim(perGroup);
      add(group.get());
      if (kept > maxRequests + maxRequests / 4 + SLACK || storedBytes > maxBytes + maxBytes / 4) {
        trim();
      }
    }
  }

  private void add(SampleGroup group) {
    kept += group.requests().size();
    storedBytes += group.storedBytes();
    heapBytes += group.heapBytes();
  }

  private void subtract(SampleGroup group) {
    kept -= group.requests().size();
    storedBytes -= group.storedBytes();
    heapBytes -= group.heapBytes();
  }

  private SampleGroup group(GroupKey key) {
    @Nullable SampleGroup known = groups.get(key);
    if (known != null) {
      return known;
    }
    if (groups.size() >= maxGroups) {
      return others[key.outcome().ordinal()];
    }
    SampleGroup group = new SampleGroup();
    groups.put(key, group);
    return group;
  }

  /** All groups that have requests. */
  private Stream<SampleGroup> allGroups() {
    return Stream.concat(groups.values().stream(), Stream.of(others))
        .filter(group -> group.count() > 0);
  }

  /** Drops the surplus requests of all groups. The result depends only on what was added. */
  private void trim() {
    while (!fits(1) && !groups.isEmpty()) {
      pool();
    }
    int enough = 1;
    int tooMany = perGroup + 1;
    while (enough + 1 < tooMany) {
      int middle = (enough + tooMany) >>> 1;
      if (fits(middle)) {
        enough = middle;
      } else {
        tooMany = middle;
      }
    }
    perGroup = enough;
    kept = 0;
    storedBytes = 0;
    heapBytes = 0;
    allGroups()
        .forEach(
            group -> {
              group.trim(perGroup);
              add(group);
            });
  }

  /** Whether the bounds allow so many requests of each group. Counts and sizes only grow. */
  private boolean fits(int most) {
    long[] sums = {0, 0};
    allGroups()
        .forEach(
            group -> {
              sums[0] += Math.min(most, group.count());
              sums[1] += Math.min(most, group.count()) * group.largestBytes();
            });
    return sums[0] <= maxRequests && sums[1] <= maxBytes;
  }

  /** Pools some groups: those with the largest requests. */
  private void pool() {
    groups.entrySet().stream()
        .sorted(LONGEST_FIRST)
        .limit(groups.size() / POOLED_SHARE + 1)
        .toList()
        .forEach(
            entry -> {
              others[entry.getKey().outcome().ordinal()].merge(entry.getValue());
              groups.remove(entry.getKey());
            });
    maxGroups = groups.size();
  }

  /** The kept requests with their weights, by {@link KeptRequest#ORDER}. */
  public List<KeptRequest> requests() {
    trim();
    Map<Category, Double> uniform = uniformBelow();
    double anywhere = Stream.of(others).mapToDouble(SampleGroup::keptBelow).min().orElse(1);
    Set<Frame> sampledSlowest = new HashSet<>();
    List<KeptRequest> rows = new ArrayList<>();
    Set<SampleGroup> pools = Set.of(others);
    allGroups()
        .forEach(
            group -> {
              for (KeptRequest request : group.requests()) {
                if (slowest.of(request.endpoint()).filter(request::same).isPresent()) {
                  sampledSlowest.add(request.endpoint());
                }
                double below = uniformBelow(request, uniform, anywhere);
                double weight = group.weight() * request.weight();
                rows.add(request.sampled(weight, below, pools.contains(group)));
              }
            });
    slowest.all().stream()
        .filter(request -> !sampledSlowest.contains(request.endpoint()))
        .forEach(
            request ->
                rows.add(request.sampled(0, uniformBelow(request, uniform, anywhere), false)));
    rows.sort(KeptRequest.ORDER);
    return rows;
  }

  /** By category, from the groups with a name. */
  private Map<Category, Double> uniformBelow() {
    Map<Category, Double> uniform = new HashMap<>();
    groups.forEach(
        (key, group) ->
            uniform.merge(
                new Category(key.endpoint(), key.category()), group.keptBelow(), Math::min));
    return uniform;
  }

  private static double uniformBelow(
      KeptRequest request, Map<Category, Double> uniform, double anywhere) {
    return Math.min(anywhere, uniform.getOrDefault(Category.of(request), 1.0));
  }

  /**
   * Adds the requests of {@code that}, which does not change. If its bounds are smaller, this
   * sample also keeps as few requests of each group.
   */
  public void merge(KeptSample that) {
    that.groups.entrySet().stream()
        .sorted(LARGEST_FIRST)
        .forEach(theirs -> group(theirs.getKey()).merge(theirs.getValue()));
    for (int outcome = 0; outcome < others.length; outcome++) {
      others[outcome].merge(that.others[outcome]);
    }
    slowest.merge(that.slowest);
    perGroup = Math.min(perGroup, that.perGroup);
    trim();
  }

  /** Whether it has no requests. */
  public boolean isEmpty() {
    return allGroups().findAny().isEmpty();
  }

  /** An upper bound of its heap memory on a 64-bit JVM, bytes; cheap to call. */
  public long weight() {
    return OWN_BYTES + SampleGroup.OWN_BYTES * groups.size() + heapBytes + slowest.heapBytes();
  }

  /** Writes the bounds, the groups and the slowest requests. */
  public void write(DataOutput out) throws IOException {
    trim();
    RequestTables tables = new RequestTables();
    Varint.write(out, maxRequests);
    Varint.write(out, maxBytes);
    Varint.write(out, maxGroups);
    Varint.write(out, perGroup);
    Varint.write(out, groups.size());
    for (GroupKey key : groups.keySet().stream().sorted().toList()) {
      tables.writeFrame(out, key.endpoint());
      tables.writeCategory(out, key.category());
      Varint.write(out, key.octave());
      Varint.write(out, key.outcome().ordinal());
      group(key).write(out, tables);
    }
    for (SampleGroup group : others) {
      group.write(out, tables);
    }
    slowest.write(out, tables);
  }

  /** Reads what {@link #write} wrote, with the same bounds. */
  public static KeptSample read(DataInput in) throws IOException {
    RequestTables tables = new RequestTables();
    KeptSample sample = new KeptSample(Varint.readUpTo(in, Integer.MAX_VALUE), Varint.read(in));
    sample.maxGroups = Varint.readUpTo(in, sample.maxRequests);
    sample.perGroup = Varint.readUpTo(in, sample.maxRequests);
    for (int left = Varint.readUpTo(in, sample.maxRequests); left > 0; left--) {
      GroupKey key =
          new GroupKey(
              tables.readFrame(in),
              tables.readCategory(in),
              Varint.readUpTo(in, Long.SIZE),
              Outcome.values()[Varint.readUpTo(in, Outcome.COUNT - 1)]);
      sample.groups.put(key, SampleGroup.read(in, tables));
    }
    for (int outcome = 0; outcome < sample.others.length; outcome++) {
      sample.others[outcome] = SampleGroup.read(in, tables);
    }
    sample.slowest.mergeFrom(in, tables);
    sample.trim();
    return sample;
  }
}
