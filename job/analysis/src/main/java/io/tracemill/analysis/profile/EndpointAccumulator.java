package io.tracemill.analysis.profile;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the requests of one endpoint add up to: by flow signature a {@link CategoryAccumulator}, a
 * {@link RequestSample}, and the evidence. Filled and read in one thread.
 *
 * <p>Merging is associative and commutative, and equal contents have equal bytes. Beyond {@link
 * ProfileLimits#maxCategories} requests of a new category go to {@link #other}: sums stay exact,
 * but which categories have a name depends on who came first.
 */
public final class EndpointAccumulator {
  private static final int VERSION = 1;
  private static final long OWN_BYTES = 1000;
  private static final long SAMPLED_NODE_BYTES = 20;

  private static final Comparator<Entry<CallTreeSignature, CategoryAccumulator>> LARGEST_FIRST =
      Comparator.<Entry<CallTreeSignature, CategoryAccumulator>>comparingLong(
              entry -> entry.getValue().count())
          .reversed()
          .thenComparing(Entry.comparingByKey());

  private final ProfileLimits limits;
  private final Map<CallTreeSignature, CategoryAccumulator> categories = new HashMap<>();
  private final CategoryAccumulator other;
  private final RequestSample sample;
  private final EvidenceSums evidence = new EvidenceSums();
  private final FoldScratch scratch = new FoldScratch();
  private long categoriesWeight;

  public EndpointAccumulator(ProfileLimits limits) {
    this.limits = requireNonNull(limits, "limits");
    this.other = new CategoryAccumulator(limits);
    this.sample = new RequestSample(limits);
    this.categoriesWeight = other.weight();
  }

  /** Adds a request; nothing of it is held on to. */
  public void add(RequestAnalysis request) {
    evidence.add(request);
    sample.add(request);
    CategoryAccumulator category = category(request.signatures().flow());
    categoriesWeight -= category.weight();
    category.add(request, scratch);
    categoriesWeight += category.weight();
  }

  /** Counts an incomplete request, as evidence only: it enters no figure. */
  public void countIncomplete(RequestAnalysis request) {
    evidence.countFlags(request);
  }

  /** Adds all that {@code that} holds, which stays as it is and shares nothing with this one. */
  public void merge(EndpointAccumulator that) {
    evidence.merge(that.evidence);
    sample.merge(that.sample);
    for (Entry<CallTreeSignature, CategoryAccumulator> theirs : that.largestFirst()) {
      category(theirs.getKey()).merge(theirs.getValue());
    }
    other.merge(that.other);
    weighCategories();
  }

  private CategoryAccumulator category(CallTreeSignature flow) {
    @Nullable CategoryAccumulator known = categories.get(flow);
    if (known != null) {
      return known;
    }
    if (categories.size() >= limits.maxCategories()) {
      return other;
    }
    CategoryAccumulator category = new CategoryAccumulator(limits);
    categories.put(flow, category);
    categoriesWeight += category.weight();
    return category;
  }

  private void weighCategories() {
    categoriesWeight = other.weight();
    categories.values().forEach(category -> categoriesWeight += category.weight());
  }

  /** How many requests the figures describe. */
  public long count() {
    long count = other.count();
    for (CategoryAccumulator category : categories.values()) {
      count += category.count();
    }
    return count;
  }

  /** The categories that have a name, by flow signature; a view. */
  public Map<CallTreeSignature, CategoryAccumulator> categories() {
    return Collections.unmodifiableMap(categories);
  }

  /** The categories that have a name, those with most requests first. */
  List<Entry<CallTreeSignature, CategoryAccumulator>> largestFirst() {
    return categories.entrySet().stream().sorted(LARGEST_FIRST).toList();
  }

  /** All requests of categories beyond the limit. */
  public CategoryAccumulator other() {
    return other;
  }

  public RequestSample sample() {
    return sample;
  }

  public EvidenceSums evidence() {
    return evidence;
  }

  /** How large it can grow. */
  public ProfileLimits limits() {
    return limits;
  }

  /** Roughly the bytes it takes on the heap; costs nothing to ask. */
  public long weight() {
    return OWN_BYTES + categoriesWeight + sample.nodeCount() * SAMPLED_NODE_BYTES;
  }

  /**
   * Writes everything. Names and steps come first, each once; then evidence, categories in order of
   * their signatures, the one of the rest, and the sample.
   */
  public void write(DataOutput out) throws IOException {
    StepTable table = StepTable.of(steps());
    out.writeByte(VERSION);
    table.write(out);
    evidence.write(out);
    Varint.write(out, categories.size());
    for (CallTreeSignature flow : categories.keySet().stream().sorted().toList()) {
      out.writeLong(flow.high());
      out.writeLong(flow.low());
      requireNonNull(categories.get(flow)).write(out, table);
    }
    other.write(out, table);
    sample.write(out, table);
  }

  private Set<PathStep> steps() {
    Set<PathStep> steps = new HashSet<>();
    categories.values().forEach(category -> category.collectSteps(steps));
    other.collectSteps(steps);
    sample.collectSteps(steps);
    return steps;
  }

  /**
   * What {@link #write} wrote. Limits may be smaller than those it was written with.
   *
   * @throws IOException if the bytes are not a version that is known here
   */
  public static EndpointAccumulator read(DataInput in, ProfileLimits limits) throws IOException {
    int version = in.readUnsignedByte();
    if (version != VERSION) {
      throw new IOException("version " + version + " of an endpoint's sums is not known");
    }
    StepTable table = StepTable.read(in);
    EndpointAccumulator read = new EndpointAccumulator(limits);
    read.evidence.mergeFrom(in);
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    for (int i = 0; i < size; i++) {
      CallTreeSignature flow = new CallTreeSignature(in.readLong(), in.readLong());
      read.category(flow).mergeFrom(in, table);
    }
    read.other.mergeFrom(in, table);
    read.sample.mergeFrom(in, table);
    read.weighCategories();
    return read;
  }
}
