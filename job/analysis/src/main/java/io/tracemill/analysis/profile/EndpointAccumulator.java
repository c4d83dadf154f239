package io.tracemill.analysis.profile;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.bottomup.FrameSums;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sums of one endpoint's requests: a {@link CategoryAccumulator} for each flow signature, a
 * {@link RequestSample}, and the evidence. One thread fills it. Then several threads read and write
 * it, so neither may change anything.
 *
 * <p>Merging is associative and commutative, and equal contents have equal bytes. Beyond {@link
 * ProfileLimits#maxCategories} requests of a new category go to {@link #other}: sums stay exact,
 * but the order of arrival decides which categories keep a name. Merging adds the largest first.
 */
public final class EndpointAccumulator {
  /** The most nodes of a category's form; a longer form is cut. */
  public static final int MAX_FORM_NODES = 500;

  private static final long OWN_BYTES = 1000;

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
  private final FailureSums failures;
  private final FrameSums frames;
  private final FoldScratch scratch = new FoldScratch();
  private long categoriesWeight;

  public EndpointAccumulator(ProfileLimits limits) {
    this.limits = requireNonNull(limits, "limits");
    this.other = new CategoryAccumulator(limits);
    this.sample = new RequestSample(limits);
    this.failures = new FailureSums(limits);
    this.frames = new FrameSums(limits.maxNodes());
    this.categoriesWeight = other.weight();
  }

  /** Adds a request without keeping a reference to it. */
  public void add(RequestAnalysis request) {
    evidence.add(request);
    sample.add(request);
    failures.add(request);
    frames.add(request);
    CategoryAccumulator category = category(request.signatures().flow());
    categoriesWeight -= category.weight();
    category.add(request, scratch);
    if (category != other && !category.hasForm()) {
      // The form costs as much as the signature, so each category computes it once.
      category.show(request.flowForm(MAX_FORM_NODES));
    }
    categoriesWeight += category.weight();
  }

  /** The sum of all parts that explanations need: without {@link #frames}. */
  public static EndpointAccumulator summary(
      ProfileLimits limits, Iterable<EndpointAccumulator> parts) {
    EndpointAccumulator summary = new EndpointAccumulator(limits);
    parts.forEach(summary::mergeSummary);
    return summary;
  }

  /** Counts an incomplete request, as evidence only: it enters no figure. */
  public void countIncomplete(RequestAnalysis request) {
    evidence.countFlags(request);
  }

  /** Adds the sums of {@code that}, which does not change and shares nothing with this one. */
  public void merge(EndpointAccumulator that) {
    frames.merge(that.frames);
    mergeSummary(that);
  }

  private void mergeSummary(EndpointAccumulator that) {
    mergeSums(that);
    if (that.other.count() > 0) {
      hideAllBut(that.categories.keySet());
    }
    for (Entry<CallTreeSignature, CategoryAccumulator> theirs : that.largestFirst()) {
      CategoryAccumulator category = category(theirs.getKey());
      category.merge(theirs.getValue());
      if (theirs.getValue().isPartial()) {
        category.hide();
      }
      theirs.getValue().form().ifPresent(form -> show(category, form));
    }
    other.merge(that.other);
    weighCategories();
  }

  /**
   * Adds the sums of {@code that} to {@link #other}, the largest categories first, for readers of
   * the endpoint as a whole. Times by service are left out.
   */
  void mergeAsOne(EndpointAccumulator that) {
    frames.merge(that.frames);
    mergeSums(that);
    for (Entry<CallTreeSignature, CategoryAccumulator> theirs : that.largestFirst()) {
      other.merge(theirs.getValue());
    }
    other.merge(that.other);
    weighCategories();
  }

  /** Adds the sums that are independent of categories, except {@link #frames}. */
  private void mergeSums(EndpointAccumulator that) {
    evidence.merge(that.evidence);
    sample.merge(that.sample);
    failures.merge(that.failures);
  }

  private void hideAllBut(Set<CallTreeSignature> named) {
    categories.forEach(
        (flow, category) -> {
          if (!named.contains(flow)) {
            category.hide();
          }
        });
  }

  /**
   * Whether all requests of this category are known: none of them is in {@link #other}, here or in
   * a merged part.
   */
  public boolean knows(CallTreeSignature flow) {
    @Nullable CategoryAccumulator named = categories.get(flow);
    return named == null ? other.count() == 0 : !named.isPartial();
  }

  /** Sets the form of the category, unless it is {@link #other}. */
  private void show(CategoryAccumulator category, CanonicalForm form) {
    if (category != other) {
      category.show(form);
    }
  }

  /** The category that requests of this flow are counted in. */
  private CategoryAccumulator category(CallTreeSignature flow) {
    @Nullable CategoryAccumulator known = categories.get(flow);
    if (known != null) {
      return known;
    }
    if (categories.size() >= limits.maxCategories()) {
      return other;
    }
    CategoryAccumulator category = new CategoryAccumulator(limits);
    if (other.count() > 0) {
      category.hide();
    }
    categories.put(flow, category);
    categoriesWeight += category.weight();
    return category;
  }

  private void weighCategories() {
    categoriesWeight = other.weight();
    categories.values().forEach(category -> categoriesWeight += category.weight());
  }

  /** The number of requests in the figures. */
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

  /** The failed requests and places. */
  public FailureSums failures() {
    return failures;
  }

  /** The sums of each frame over the critical paths. */
  public FrameSums frames() {
    return frames;
  }

  public EvidenceSums evidence() {
    return evidence;
  }

  /** The limits of its size. */
  public ProfileLimits limits() {
    return limits;
  }

  /**
   * An upper bound of its memory on the heap of a 64-bit JVM with compressed pointers, bytes. Cheap
   * to call.
   */
  public long weight() {
    return OWN_BYTES + categoriesWeight + sample.weight() + failures.weight() + frames.weight();
  }

  /**
   * Writes evidence, categories by signature, {@link #other}, the sample, failures and frames. Each
   * name is written once, at its first use.
   */
  public void write(DataOutput out) throws IOException {
    ProfileTables tables = new ProfileTables();
    evidence.write(out);
    Varint.write(out, categories.size());
    for (CallTreeSignature flow : categories.keySet().stream().sorted().toList()) {
      CategoryAccumulator category = category(flow);
      tables.writeFlow(out, flow);
      category.write(out, tables);
      tables.writeForm(out, category.form());
      out.writeBoolean(category.isPartial());
    }
    other.write(out, tables);
    sample.write(out, tables);
    failures.write(out, tables);
    frames.write(out, tables::writeFrame);
  }

  /**
   * Reads the bytes that {@link #write} of this build wrote. The limits may be smaller than at that
   * time.
   */
  public static EndpointAccumulator read(DataInput in, ProfileLimits limits) throws IOException {
    ProfileTables tables = new ProfileTables();
    EndpointAccumulator read = new EndpointAccumulator(limits);
    read.evidence.mergeFrom(in);
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      CategoryAccumulator category = read.category(tables.readFlow(in));
      category.mergeFrom(in, tables);
      tables.readForm(in).ifPresent(form -> read.show(category, form));
      if (in.readBoolean()) {
        category.hide();
      }
    }
    read.other.mergeFrom(in, tables);
    read.sample.mergeFrom(in, tables);
    read.failures.mergeFrom(in, tables);
    read.frames.mergeFrom(in, tables::readFrame);
    read.weighCategories();
    return read;
  }
}
