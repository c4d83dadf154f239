package io.tracemill.analysis.sums;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestShape;
import io.tracemill.analysis.request.RequestTables;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
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
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sums of one endpoint's requests in one pane, or in several: a {@link CategorySums} for each
 * category, the counts of places, frames and calls, the edges between services, and the evidence.
 * All are exact integers, but for sketches of durations (1 %).
 *
 * <p>One thread fills it and then calls {@link #finish}. After that several threads may read and
 * write it.
 *
 * <p>Merging is associative and commutative, and equal contents have equal bytes. Beyond {@link
 * SumRules#maxCategories} requests of a new category go to {@link #other}: sums stay exact, but the
 * order of arrival decides which categories keep a name. Merging adds the largest first.
 */
public final class EndpointSums {
  /** The most nodes of a category's form; a longer form is cut. */
  public static final int MAX_FORM_NODES = 500;

  /** When the known shapes have more parts than this, they are added up and forgotten. */
  private static final int MAX_SHAPE_SIZE = 20_000;

  private static final long OWN_BYTES = 2_000;
  private static final long SHAPE_PART_BYTES = 100;

  private static final Comparator<Entry<CallTreeSignature, CategorySums>> LARGEST_FIRST =
      Comparator.<Entry<CallTreeSignature, CategorySums>>comparingLong(
              entry -> entry.getValue().count())
          .reversed()
          .thenComparing(Entry.comparingByKey());

  private final SumRules rules;
  private final Map<CallTreeSignature, CategorySums> categories = new HashMap<>();
  private final CategorySums other;
  private final PlaceSum whole = new PlaceSum(() -> {});
  private final SubjectSums subjects = new SubjectSums();
  private final EdgeSums edges = new EdgeSums();
  private final EvidenceSums evidence = new EvidenceSums();
  private final Map<RequestShape, ShapeSums> byShape = new HashMap<>();
  private final List<ShapeSums> shapes = new ArrayList<>();
  private int shapeSize;
  private long categoriesWeight;

  public EndpointSums(SumRules rules) {
    this.rules = requireNonNull(rules, "rules");
    this.other = new CategorySums(rules);
    this.categoriesWeight = other.weight();
  }

  /** The sum of all parts. */
  public static EndpointSums sum(SumRules rules, Iterable<EndpointSums> parts) {
    EndpointSums sum = new EndpointSums(rules);
    parts.forEach(sum::merge);
    return sum;
  }

  /** Adds a request; it keeps a reference only to its shape. */
  public void add(RequestAnalysis request) {
    evidence.add(request);
    ShapeSums sums = sums(request);
    long before = sums.category().weight();
    sums.add(request.criticalPath(), request.durationNanos(), request.failed(), rules.scale());
    categoriesWeight += sums.category().weight() - before;
    whole.have(1, 1);
    whole.time(rules.scale().bin((double) request.durationNanos()));
    if (request.failed()) {
      whole.fail();
    }
    subjects.fail(request.failedPlaces());
    request.details().serviceCalls(edges);
  }

  private ShapeSums sums(RequestAnalysis request) {
    @Nullable ShapeSums known = byShape.get(request.shape());
    if (known != null && known.signature().equals(request.category())) {
      return known;
    }
    if (shapeSize > MAX_SHAPE_SIZE) {
      finish();
    }
    CategorySums category = category(request.category());
    if (category != other && !category.hasForm()) {
      categoriesWeight -= category.weight();
      category.show(request.form(MAX_FORM_NODES));
      categoriesWeight += category.weight();
    }
    RequestShape shape = request.shape();
    ShapeSums added = new ShapeSums(shape, request.category(), category, subjects.admit(shape));
    byShape.put(shape, added);
    shapes.add(added);
    shapeSize += shape.size();
    return added;
  }

  /**
   * Adds up what depends on shapes only, and forgets the shapes. To be called when all requests are
   * added.
   */
  public void finish() {
    shapes.forEach(subjects::enter);
    byShape.clear();
    shapes.clear();
    shapeSize = 0;
    edges.finish();
  }

  /** Counts an incomplete request, as evidence only: it enters no figure. */
  public void countIncomplete(RequestAnalysis request) {
    evidence.countFlags(request);
  }

  /** Adds the sums of {@code that}, which is finished, does not change, and shares nothing. */
  public void merge(EndpointSums that) {
    mergeCommon(that);
    if (that.other.count() > 0) {
      hideAllBut(that.categories.keySet());
    }
    for (Entry<CallTreeSignature, CategorySums> theirs : that.largestFirst()) {
      CategorySums category = category(theirs.getKey());
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
   * Adds the sums of {@code that} with all categories in {@link #other}, the largest categories
   * first, for readers of the endpoint as a whole.
   */
  public void mergeAsOne(EndpointSums that) {
    mergeCommon(that);
    for (Entry<CallTreeSignature, CategorySums> theirs : that.largestFirst()) {
      other.merge(theirs.getValue());
    }
    other.merge(that.other);
    weighCategories();
  }

  /** Adds the sums that are independent of categories. */
  private void mergeCommon(EndpointSums that) {
    evidence.merge(that.evidence);
    whole.add(that.whole.counts());
    subjects.add(that.subjects.subjects());
    edges.merge(that.edges);
  }

  private void hideAllBut(Set<CallTreeSignature> named) {
    categories.forEach(
        (signature, category) -> {
          if (!named.contains(signature)) {
            category.hide();
          }
        });
  }

  /**
   * Whether all requests of this category are known: none of them is in {@link #other}, here or in
   * a merged part.
   */
  public boolean knows(CallTreeSignature signature) {
    @Nullable CategorySums named = categories.get(signature);
    return named == null ? other.count() == 0 : !named.isPartial();
  }

  /** Sets the form of the category, unless it is {@link #other}. */
  private void show(CategorySums category, CanonicalForm form) {
    if (category != other) {
      category.show(form);
    }
  }

  /** The category that requests of this signature are counted in. */
  private CategorySums category(CallTreeSignature signature) {
    @Nullable CategorySums known = categories.get(signature);
    if (known != null) {
      return known;
    }
    if (categories.size() >= rules.maxCategories()) {
      return other;
    }
    CategorySums category = new CategorySums(rules);
    if (other.count() > 0) {
      category.hide();
    }
    categories.put(signature, category);
    categoriesWeight += category.weight();
    return category;
  }

  private void weighCategories() {
    categoriesWeight = other.weight();
    categories.values().forEach(category -> categoriesWeight += category.weight());
  }

  /** The number of requests in the figures. */
  public long count() {
    return whole.requests();
  }

  /** The number of failed requests. */
  public long failed() {
    return whole.failed();
  }

  /** The categories that have a name, by signature; a view. */
  public Map<CallTreeSignature, CategorySums> categories() {
    return Collections.unmodifiableMap(categories);
  }

  /** The categories that have a name, those with most requests first. */
  private List<Entry<CallTreeSignature, CategorySums>> largestFirst() {
    return categories.entrySet().stream().sorted(LARGEST_FIRST).toList();
  }

  /** All requests of categories beyond the limit. */
  public CategorySums other() {
    return other;
  }

  /** The counts for change detection. */
  public PaneCounts counts(Frame endpoint, long paneMillis) {
    PaneCounts.Evidence counted =
        new PaneCounts.Evidence(
            evidence.get(EvidenceSums.Sum.SPANS),
            evidence.get(EvidenceSums.Sum.REQUESTS),
            evidence.get(EvidenceSums.Sum.INCOMPLETE),
            0);
    if (count() == 0) {
      return PaneCounts.of(endpoint, paneMillis, counted);
    }
    Subjects all = subjects.subjects();
    all.places().put(Place.Request.WHOLE, whole.counts());
    return new PaneCounts(endpoint, paneMillis, counted, all.places(), all.parents(), all.calls());
  }

  /** Receives a place in which requests failed. */
  @FunctionalInterface
  public interface FailedPlaces {
    /**
     * Receives a place.
     *
     * @param requests number of requests that have it
     * @param failed number of requests in which it failed, at least 1
     */
    void place(Place place, long requests, long failed);
  }

  /** Passes on the places in which requests failed, in any order. */
  public void forEachFailedPlace(FailedPlaces out) {
    subjects.forEachFailed(out);
  }

  /** By frame, the number of requests that have it, on or off their critical path. */
  public Map<Frame, Long> presentFrames() {
    return subjects.frames();
  }

  /** By edge, the calls between services. */
  public Map<ServiceEdge, EdgeSum> edges() {
    return Collections.unmodifiableMap(edges.edges());
  }

  public EvidenceSums evidence() {
    return evidence;
  }

  /** The limits of its size. */
  public SumRules rules() {
    return rules;
  }

  /**
   * An upper bound of its memory on the heap of a 64-bit JVM with compressed pointers, bytes. Cheap
   * to call.
   */
  public long weight() {
    return OWN_BYTES
        + categoriesWeight
        + subjects.weight()
        + edges.weight()
        + shapeSize * SHAPE_PART_BYTES;
  }

  /** Writes all sums. Each name is written once, at its first use. */
  public void write(DataOutput out) throws IOException {
    RequestTables tables = new RequestTables();
    evidence.write(out);
    Varint.write(out, categories.size());
    for (Entry<CallTreeSignature, CategorySums> entry : new TreeMap<>(categories).entrySet()) {
      tables.writeCategory(out, entry.getKey());
      entry.getValue().write(out, tables);
      Optional<CanonicalForm> form = entry.getValue().form();
      out.writeBoolean(form.isPresent());
      if (form.isPresent()) {
        form.get().write(out, tables);
      }
      out.writeBoolean(entry.getValue().isPartial());
    }
    other.write(out, tables);
    whole.counts().write(out);
    subjects.subjects().write(out, tables);
    Varint.write(out, edges.edges().size());
    for (Entry<ServiceEdge, EdgeSum> edge : edges.edges().entrySet()) {
      tables.writeName(out, edge.getKey().caller());
      tables.writeName(out, edge.getKey().callee());
      edge.getValue().write(out);
    }
  }

  /**
   * Reads the bytes that {@link #write} of this build wrote. The limits may be smaller than at that
   * time.
   */
  public static EndpointSums read(DataInput in, SumRules rules) throws IOException {
    RequestTables tables = new RequestTables();
    EndpointSums read = new EndpointSums(rules);
    read.evidence.mergeFrom(in);
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      CategorySums category = read.category(tables.readCategory(in));
      category.mergeFrom(in, tables);
      if (in.readBoolean()) {
        read.show(category, CanonicalForm.read(in, tables));
      }
      if (in.readBoolean()) {
        category.hide();
      }
    }
    read.other.mergeFrom(in, tables);
    read.whole.add(PlaceCounts.read(in));
    read.subjects.add(Subjects.read(in, tables));
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      ServiceEdge edge = new ServiceEdge(tables.readName(in), tables.readName(in));
      read.edges.mergeFrom(edge, in);
    }
    read.weighCategories();
    return read;
  }
}
