package io.tracemill.analysis.sample;

import io.tracemill.analysis.sample.GroupKey.Outcome;
import io.tracemill.analysis.request.KeptSpans;
import io.tracemill.analysis.request.RequestAnalysis;
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
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one pane that the index keeps: a bounded stratified sample.
 *
 * <p>Requests of one endpoint, category, octave of duration and outcome are a group. Each group has
 * an exact count and keeps its {@code k} smallest hashes of ids; {@link SampleQuota} sets k. So it
 * keeps all requests of rare groups, such as slow or failing ones. A kept request stands for {@code
 * count / kept} of its group. At most {@code maxRequests} groups have a name. Requests of further
 * groups are one group for each outcome.
 *
 * <p>In addition, it keeps at most {@code maxRequests + 3} requests: the slowest complete request
 * of each endpoint, and one of each further group. It keeps the spans of about a tenth, and of the
 * slowest.
 *
 * <p>The choice depends only on counts and ids, so merging is associative and commutative. If there
 * are more groups than names, the order decides which have one; estimates stay unbiased. One thread
 * uses it.
 */
public final class KeptSample {
  /** The most nodes of a call tree; a larger tree is cut. */
  public static final int MAX_NODES = 1_000;

  /** Requests with more spans than this are kept without them. */
  public static final int MAX_SPANS = 2_000;

  /** One in this many requests keeps its spans. */
  private static final int SPANS_SHARE = 10;

  /** How many surplus requests it keeps before it drops them. */
  private static final int SLACK = 8;

  private static final long OWN_BYTES = 1_000;

  private static final Comparator<WeightedRequest> ORDER =
      Comparator.comparing(
          WeightedRequest::request,
          Comparator.comparing(IndexedRequest::endpoint)
              .thenComparing(IndexedRequest::flow)
              .thenComparingLong(IndexedRequest::timeMillis)
              .thenComparing(request -> request.traceId().high(), Long::compareUnsigned)
              .thenComparing(request -> request.traceId().low(), Long::compareUnsigned)
              .thenComparing(IndexedRequest::spanId, Long::compareUnsigned));

  private static final Comparator<Entry<GroupKey, SampleGroup>> LARGEST_FIRST =
      Comparator.<Entry<GroupKey, SampleGroup>>comparingLong(entry -> entry.getValue().count())
          .reversed()
          .thenComparing(Entry.comparingByKey());

  private record Category(Frame endpoint, CallTreeSignature flow) {
    static Category of(IndexedRequest request) {
      return new Category(request.endpoint(), request.flow());
    }
  }

  private final int maxRequests;
  private final int maxWithSpans;
  private final SampleQuota quota;
  private final SampleQuota spansQuota;

  /** At most {@link #maxRequests}. */
  private final Map<GroupKey, SampleGroup> groups = new HashMap<>();

  /** The requests of groups without a name, by the ordinal of the outcome. */
  private final SampleGroup[] others = new SampleGroup[Outcome.COUNT];

  /** Its requests keep their spans. */
  private final SlowestRequests slowest;

  /** The forms of all kept requests, and perhaps of some that were dropped. */
  private final CategoryForms forms = new CategoryForms();

  /**
   * Requests with a larger hash have no spans, if there are more than {@link #maxWithSpans} groups.
   */
  private long largestWithSpans = -1;

  /** At least the number of requests in groups; {@code withSpans} counts those with spans. */
  private int kept;

  private int withSpans;
  private long groupsBytes;

  /**
   * @param maxRequests the bound of the sample, 1 or more
   */
  public KeptSample(int maxRequests) {
    if (maxRequests < 1) {
      throw new IllegalArgumentException("maxRequests must be at least 1, is " + maxRequests);
    }
    this.maxRequests = maxRequests;
    maxWithSpans = Math.max(1, maxRequests / SPANS_SHARE);
    quota = new SampleQuota(maxRequests, 1);
    spansQuota = new SampleQuota(maxWithSpans, 1);
    slowest = new SlowestRequests(maxRequests);
    for (int outcome = 0; outcome < others.length; outcome++) {
      others[outcome] = new SampleGroup();
    }
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
    quota.count(group.count());
    spansQuota.count(group.count());
    group.count(1);
    trim(group);
    boolean admitted = group.admits(hash, quota.perGroup());
    boolean isSlowest = slowest.admits(request, hash);
    if (!admitted) {
      group.reject(hash);
      if (!isSlowest) {
        return false;
      }
    }
    keep(request, timeMillis, hash, admitted ? Optional.of(group) : Optional.empty(), isSlowest);
    return true;
  }

  private void keep(
      RequestAnalysis request,
      long timeMillis,
      long hash,
      Optional<SampleGroup> group,
      boolean isSlowest) {
    boolean spansInGroup =
        group.isPresent()
            && group.get().rank(hash) < spansQuota.perGroup()
            && Long.compareUnsigned(hash, largestWithSpans) <= 0;
    Optional<KeptSpans> spans =
        isSlowest || spansInGroup ? request.details().keptSpans(MAX_SPANS) : Optional.empty();
    IndexedRequest copy =
        IndexedRequest.copyOf(request, timeMillis, request.details().nodeTimes(MAX_NODES), spans);
    if (!forms.has(copy.flow())) {
      forms.add(copy.flow(), request.flowForm(MAX_NODES));
    }
    if (isSlowest) {
      slowest.set(copy);
    }
    if (group.isPresent()) {
      IndexedRequest sampled = spansInGroup ? copy : copy.withoutSpans();
      group.get().keep(sampled);
      kept++;
      withSpans += sampled.spans().isPresent() ? 1 : 0;
      groupsBytes += sampled.heapBytes();
      trim(group.get());
    }
    if (kept > maxRequests + maxRequests / 4 + SLACK || withSpans > 2 * maxWithSpans + SLACK) {
      trim();
    }
  }

  private SampleGroup group(GroupKey key) {
    @Nullable SampleGroup known = groups.get(key);
    if (known != null) {
      return known;
    }
    if (groups.size() >= maxRequests) {
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

  /** Drops the surplus requests of one group. */
  private void trim(SampleGroup group) {
    int before = group.requests().size();
    groupsBytes -= group.trim(quota.perGroup());
    kept -= before - group.requests().size();
  }

  /** Drops the surplus requests of all groups. The result depends only on what was added. */
  private void trim() {
    allGroups().forEach(this::trim);
    long[] first = allGroups().mapToLong(group -> group.requests().get(0).hash()).toArray();
    if (first.length > maxWithSpans) {
      long largest =
          LongStream.of(first)
              .map(hash -> hash ^ Long.MIN_VALUE)
              .sorted()
              .skip(maxWithSpans - 1)
              .findFirst()
              .orElseThrow();
      largestWithSpans = smaller(largest ^ Long.MIN_VALUE, largestWithSpans);
    }
    groupsBytes = 0;
    kept = 0;
    withSpans = 0;
    Set<CallTreeSignature> flows = new HashSet<>();
    allGroups()
        .forEach(
            group -> {
              groupsBytes += group.limitSpans(spansQuota.perGroup(), largestWithSpans);
              for (IndexedRequest request : group.requests()) {
                flows.add(request.flow());
                kept++;
                withSpans += request.spans().isPresent() ? 1 : 0;
              }
            });
    slowest.all().forEach(request -> flows.add(request.flow()));
    forms.retain(flows);
  }

  private static long smaller(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? a : b;
  }

  /** The kept requests, by endpoint, flow, time and trace id. */
  public List<WeightedRequest> requests() {
    trim();
    Map<Category, Double> uniform = uniformBelow();
    double anywhere = Stream.of(others).mapToDouble(SampleGroup::keptBelow).min().orElse(1);
    Set<Frame> sampledSlowest = new HashSet<>();
    List<WeightedRequest> rows = new ArrayList<>();
    allGroups()
        .forEach(
            group -> {
              for (IndexedRequest request : group.requests()) {
                Optional<IndexedRequest> same =
                    slowest.of(request.endpoint()).filter(request::same);
                same.ifPresent(longest -> sampledSlowest.add(longest.endpoint()));
                rows.add(weighted(same.orElse(request), group.weight(), uniform, anywhere));
              }
            });
    slowest.all().stream()
        .filter(request -> !sampledSlowest.contains(request.endpoint()))
        .forEach(request -> rows.add(weighted(request, 0, uniform, anywhere)));
    rows.sort(ORDER);
    return rows;
  }

  /** By category, from the groups with a name. */
  private Map<Category, Double> uniformBelow() {
    Map<Category, Double> uniform = new HashMap<>();
    groups.forEach(
        (key, group) ->
            uniform.merge(new Category(key.endpoint(), key.flow()), group.keptBelow(), Math::min));
    return uniform;
  }

  private static WeightedRequest weighted(
      IndexedRequest request, double weight, Map<Category, Double> uniform, double anywhere) {
    return new WeightedRequest(
        request,
        weight * request.samplingWeight(),
        IndexedRequest.samplePoint(request.hash()),
        Math.min(anywhere, uniform.getOrDefault(Category.of(request), 1.0)));
  }

  /** The categories of {@link #requests}, each with the time of its first one. */
  public List<KeptCategory> categories() {
    trim();
    Map<Category, Long> times = new HashMap<>();
    Stream.concat(allGroups().flatMap(group -> group.requests().stream()), slowest.all().stream())
        .forEach(request -> times.merge(Category.of(request), request.timeMillis(), Math::min));
    List<KeptCategory> categories = new ArrayList<>();
    times.forEach(
        (category, timeMillis) ->
            categories.add(
                new KeptCategory(
                    timeMillis, category.endpoint, category.flow, forms.of(category.flow))));
    categories.sort(
        Comparator.comparing(KeptCategory::endpoint).thenComparing(KeptCategory::flow));
    return categories;
  }

  /**
   * Adds the requests of {@code that}, which does not change. If its bound is smaller, this sample
   * also keeps as few requests of each group.
   */
  public void merge(KeptSample that) {
    that.groups.entrySet().stream()
        .sorted(LARGEST_FIRST)
        .forEach(theirs -> group(theirs.getKey()).merge(theirs.getValue()));
    for (int outcome = 0; outcome < others.length; outcome++) {
      others[outcome].merge(that.others[outcome]);
    }
    slowest.merge(that.slowest);
    forms.merge(that.forms);
    largestWithSpans = smaller(largestWithSpans, that.largestWithSpans);
    restart(that.quota.perGroup(), that.spansQuota.perGroup());
  }

  private void restart(int perGroup, int spansPerGroup) {
    quota.restart(allGroups().mapToLong(SampleGroup::count), perGroup);
    spansQuota.restart(allGroups().mapToLong(SampleGroup::count), spansPerGroup);
    trim();
  }

  /** Whether it has no requests. */
  public boolean isEmpty() {
    return groups.isEmpty();
  }

  /** An upper bound of its heap memory on a 64-bit JVM, bytes; cheap to call. */
  public long weight() {
    return OWN_BYTES
        + quota.weight()
        + spansQuota.weight()
        + SampleGroup.OWN_BYTES * groups.size()
        + groupsBytes
        + slowest.heapBytes()
        + forms.heapBytes();
  }

  /** Writes the bound, the quotas, the groups, the slowest requests and the forms. */
  public void write(DataOutput out) throws IOException {
    trim();
    IndexedRequestCodec codec = new IndexedRequestCodec();
    Varint.write(out, maxRequests);
    Varint.write(out, quota.perGroup());
    Varint.write(out, spansQuota.perGroup());
    out.writeLong(largestWithSpans);
    Varint.write(out, groups.size());
    for (GroupKey key : groups.keySet().stream().sorted().toList()) {
      codec.writeFrame(out, key.endpoint());
      codec.writeSignature(out, key.flow());
      Varint.write(out, key.octave());
      Varint.write(out, key.outcome().ordinal());
      group(key).write(out, codec);
    }
    for (SampleGroup group : others) {
      group.write(out, codec);
    }
    slowest.write(out, codec);
    forms.write(out, codec);
  }

  /** Reads what {@link #write} wrote, with the same bound. */
  public static KeptSample read(DataInput in) throws IOException {
    IndexedRequestCodec codec = new IndexedRequestCodec();
    KeptSample sample = new KeptSample(Varint.readUpTo(in, Integer.MAX_VALUE));
    int perGroup = Varint.readUpTo(in, Integer.MAX_VALUE);
    int spansPerGroup = Varint.readUpTo(in, Integer.MAX_VALUE);
    sample.largestWithSpans = in.readLong();
    for (int left = Varint.readUpTo(in, sample.maxRequests); left > 0; left--) {
      GroupKey key =
          new GroupKey(
              codec.readFrame(in),
              codec.readSignature(in),
              Varint.readUpTo(in, Long.SIZE),
              Outcome.values()[Varint.readUpTo(in, Outcome.COUNT - 1)]);
      sample.groups.put(key, SampleGroup.read(in, codec));
    }
    for (int outcome = 0; outcome < sample.others.length; outcome++) {
      sample.others[outcome] = SampleGroup.read(in, codec);
    }
    sample.slowest.mergeFrom(in, codec);
    sample.forms.mergeFrom(in, codec);
    sample.restart(perGroup, spansPerGroup);
    return sample;
  }
}
