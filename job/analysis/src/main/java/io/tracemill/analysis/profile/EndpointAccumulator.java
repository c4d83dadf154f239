package io.tracemill.analysis.profile;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.bottomup.FrameSums;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
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
 * What the requests of one endpoint add up to: by flow signature a {@link CategoryAccumulator}, a
 * {@link RequestSample}, and the evidence. Filled in one thread; then read, and written, in
 * several, so that neither may change anything.
 *
 * <p>Merging is associative and commutative, and equal contents have equal bytes. Beyond {@link
 * ProfileLimits#maxCategories} requests of a new category go to {@link #other}: sums stay exact,
 * but which categories have a name depends on who came first: the largest come early.
 */
public final class EndpointAccumulator {
  /** How many nodes of a category's form are kept; a longer one is cut. */
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
  private final ErrorSums errorCosts = new ErrorSums();
  private final ExtentSums extents = new ExtentSums();
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

  /** Adds a request; nothing of it is held on to. */
  public void add(RequestAnalysis request) {
    evidence.add(request);
    sample.add(request);
    failures.add(request);
    frames.add(request);
    extents.add(request);
    if (request.failed() || !request.failedPlaces().isEmpty()) {
      request.details().errorCost().ifPresent(errorCosts::add);
    }
    CategoryAccumulator category = category(request.signatures().flow());
    categoriesWeight -= category.weight();
    category.add(request, scratch);
    if (category != other && !category.hasForm()) {
      // Costs as much as the signature did, so it is asked for once a category.
      category.show(request.flowForm(MAX_FORM_NODES));
    }
    categoriesWeight += category.weight();
  }

  /**
   * The same without the spans of its sample, {@link #frames} and {@link #extents}: what
   * explanations need.
   */
  public EndpointAccumulator summary() {
    EndpointAccumulator summary = new EndpointAccumulator(limits);
    summary.sample.leaveOutSpans();
    summary.merge(this);
    summary.frames.clear();
    summary.extents.clear();
    return summary;
  }

  /** Counts an incomplete request, as evidence only: it enters no figure. */
  public void countIncomplete(RequestAnalysis request) {
    evidence.countFlags(request);
  }

  /** Adds all that {@code that} holds, which stays as it is and shares nothing with this one. */
  public void merge(EndpointAccumulator that) {
    evidence.merge(that.evidence);
    sample.merge(that.sample);
    failures.merge(that.failures);
    frames.merge(that.frames);
    errorCosts.merge(that.errorCosts);
    extents.merge(that.extents);
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
   * Adds all that {@code that} holds to {@link #other}, the largest categories first, as where only
   * the endpoint as a whole is asked about. Times by service are left out.
   */
  void mergeAsOne(EndpointAccumulator that) {
    evidence.merge(that.evidence);
    sample.merge(that.sample);
    failures.merge(that.failures);
    frames.merge(that.frames);
    errorCosts.merge(that.errorCosts);
    extents.merge(that.extents);
    for (Entry<CallTreeSignature, CategoryAccumulator> theirs : that.largestFirst()) {
      other.merge(theirs.getValue());
    }
    other.merge(that.other);
    weighCategories();
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
   * Whether all requests of this category can be told: none of them are in {@link #other}, here or
   * in what was merged.
   */
  public boolean knows(CallTreeSignature flow) {
    @Nullable CategoryAccumulator named = categories.get(flow);
    return named == null ? other.count() == 0 : !named.isPartial();
  }

  /** Gives the category the form of its flow, unless it is the one of many flows. */
  void show(CategoryAccumulator category, CanonicalForm form) {
    if (category != other) {
      category.show(form);
    }
  }

  /** The category that requests of this flow are counted in. */
  CategoryAccumulator category(CallTreeSignature flow) {
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

  void weighCategories() {
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

  /** Which requests failed, and where. */
  public FailureSums failures() {
    return failures;
  }

  /** What failed spans cost. */
  public ErrorSums errorCosts() {
    return errorCosts;
  }

  /** What each frame has of the critical paths. */
  public FrameSums frames() {
    return frames;
  }

  /** How long and how large the requests are. */
  public ExtentSums extents() {
    return extents;
  }

  public EvidenceSums evidence() {
    return evidence;
  }

  /** How large it can grow. */
  public ProfileLimits limits() {
    return limits;
  }

  /**
   * The most that it takes on the heap of a 64-bit JVM with compressed pointers, bytes; costs
   * nothing to ask.
   */
  public long weight() {
    return OWN_BYTES
        + categoriesWeight
        + sample.weight()
        + failures.weight()
        + frames.weight()
        + errorCosts.weight()
        + extents.weight();
  }

  /** Writes everything, each name once. */
  public void write(DataOutput out) throws IOException {
    AccumulatorBytes.write(this, out);
  }

  /** What {@link #write} of this build wrote. Limits may be smaller than those of then. */
  public static EndpointAccumulator read(DataInput in, ProfileLimits limits) throws IOException {
    return AccumulatorBytes.read(in, limits);
  }
}
