package io.tracemill.analysis.request;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.GivenDetails.GivenCall;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** A request in one line: {@code request(1).category(2).call("front", 30).below(0, "db", 10)}. */
public final class TestRequest {
  public static final Frame ENDPOINT = Frame.of("front", "GET /");

  /** A call; one that is off the critical path has no time, and neither have those below it. */
  private record Call(int parent, PathStep step, long nanos, boolean onPath) {}

  private static final int NOT_THERE = -2;

  private final long id;
  private int category;
  private boolean complete = true;
  private boolean truncated;
  private long skewNanos;
  private long clippedNanos;
  private boolean failed;
  private final Set<Place> failedPlaces = new HashSet<>();
  private final List<Call> calls = new ArrayList<>();
  private final TreeSet<RequestAttribute> attributes = new TreeSet<>();
  private final List<GivenCall> serviceCalls = new ArrayList<>();

  private TestRequest(long id) {
    this.id = id;
  }

  public static TestRequest request(long id) {
    return new TestRequest(id);
  }

  /** The request of one span that takes {@code nanos}. */
  public static RequestAnalysis simple(long id, long nanos) {
    return request(id).call("front", nanos).build();
  }

  /** The same, of a trace that is not complete. */
  public static RequestAnalysis simpleIncomplete(long id, long nanos) {
    return request(id).incomplete().call("front", nanos).build();
  }

  public static PathStep step(String service) {
    return PathStep.of(Frame.of(service, "GET /"));
  }

  public TestRequest category(int number) {
    category = number;
    return this;
  }

  public TestRequest incomplete() {
    complete = false;
    return this;
  }

  public TestRequest truncated() {
    truncated = true;
    return this;
  }

  /** The request failed. */
  public TestRequest failed() {
    failed = true;
    return this;
  }

  /** A span of the place failed. */
  public TestRequest failed(Place place) {
    failedPlaces.add(place);
    return this;
  }

  public TestRequest skew(long nanos) {
    skewNanos = nanos;
    return this;
  }

  public TestRequest clipped(long nanos) {
    clippedNanos = nanos;
    return this;
  }

  public TestRequest attribute(String service, String key, String value) {
    attributes.add(new RequestAttribute(service, key, value));
    return this;
  }

  /** The category with this number. */
  public static CallTreeSignature signature(int category) {
    return new CallTreeSignature(category, -category);
  }

  /** The form of the category with this number: equal for equal numbers, else another. */
  public static CanonicalForm form(int category) {
    List<Node> nodes = new ArrayList<>();
    for (int depth = 0; depth <= category % 100; depth++) {
      nodes.add(
          new Node(depth, Frame.of("frame " + depth % 3, "GET /"), depth % 2 == 1, 1 + category));
    }
    return new CanonicalForm(nodes, false);
  }

  public TestRequest call(String service, long nanos) {
    return below(-1, step(service), nanos);
  }

  public TestRequest below(int parent, String service, long nanos) {
    return below(parent, step(service), nanos);
  }

  public TestRequest below(int parent, PathStep step, long nanos) {
    calls.add(new Call(parent, step, nanos, true));
    return this;
  }

  /** A span of one service has a child of another. */
  public TestRequest serviceCall(String caller, String callee, long nanos, boolean callFailed) {
    serviceCalls.add(new GivenCall(caller, callee, nanos, callFailed, nanos % 3 == 0));
    return this;
  }

  /** A call that is off the critical path. */
  public TestRequest offPath(int parent, String service) {
    calls.add(new Call(parent, step(service), 0, false));
    return this;
  }

  /** The critical path. */
  public CallingContextTree tree() {
    return tree(false);
  }

  private CallingContextTree tree(boolean whole) {
    CallingContextTree tree = new CallingContextTree();
    int[] nodes = new int[calls.size()];
    for (int i = 0; i < nodes.length; i++) {
      Call call = calls.get(i);
      nodes[i] = NOT_THERE;
      if (whole || isOnPath(i)) {
        nodes[i] = tree.child(call.parent < 0 ? -1 : nodes[call.parent], call.step);
        tree.countSpan(nodes[i], i);
        tree.addExclusive(nodes[i], call.nanos);
      }
    }
    tree.sumInclusive();
    return tree;
  }

  private boolean isOnPath(int number) {
    int at = number;
    while (at >= 0 && calls.get(at).onPath) {
      at = calls.get(at).parent;
    }
    return at < 0;
  }

  public RequestAnalysis build() {
    return build(new Shapes());
  }

  private RequestAnalysis build(Shapes shapes) {
    CallingContextTree tree = tree();
    RequestShape shape = shapes.shape(signature(category), tree(true));
    return new RequestAnalysis(
        new TraceId(0, id),
        id + 1,
        RequestRole.ENTRY,
        ENDPOINT,
        0,
        IntStream.range(0, calls.size())
            .filter(this::isOnPath)
            .mapToLong(i -> calls.get(i).nanos)
            .sum(),
        calls.size(),
        complete,
        truncated,
        skewNanos,
        clippedNanos,
        shape.category(),
        shape,
        failed,
        withServices(shape),
        tree,
        new GivenDetails(form(category), List.copyOf(attributes), serviceCalls));
  }

  private Set<Place> withServices(RequestShape shape) {
    Set<Place> all = new HashSet<>(failedPlaces);
    for (Place place : failedPlaces) {
      all.add(new Place.Service(place.service()));
    }
    all.retainAll(shape.places());
    return all;
  }

  /** Requests of few kinds and names, so that they have much in common; some share a shape. */
  public static Arbitrary<List<RequestAnalysis>> any() {
    Arbitrary<List<TestRequest>> kinds = some().list().ofMinSize(1).ofMaxSize(6);
    Arbitrary<List<Integer>> requests = Arbitraries.integers().between(0, 999).list().ofMaxSize(30);
    return Combinators.combine(kinds, requests).as(TestRequest::requests);
  }

  private static Arbitrary<TestRequest> some() {
    Arbitrary<Call> call =
        Combinators.combine(
                Arbitraries.integers().between(0, 8),
                Arbitraries.of("front", "cart", "db", "cache"),
                Arbitraries.of(true, false),
                Arbitraries.longs().between(0, 2_000_000))
            .as(TestRequest::call);
    return Combinators.combine(
            Arbitraries.integers().between(0, 4),
            Arbitraries.longs().between(0, 3),
            call.list().ofMinSize(1).ofMaxSize(12))
        .as(
            (category, skew, calls) -> {
              TestRequest request = request(0).category(category).skew(skew).clipped(3 - skew);
              for (long i = 0; i < skew; i++) {
                request.attribute("front", "service.version", "v" + (category + i) % 3);
              }
              if (category == 1) {
                request.failed();
              }
              if (category < 2) {
                request.failed(Place.of(calls.get(0).step).orElseThrow());
              }
              for (int i = 0; i < calls.size(); i++) {
                Call next = calls.get(i);
                request.below(i == 0 ? -1 : next.parent % i, next.step, next.nanos);
                if (i > 0 && next.nanos % 2 == 0) {
                  Call caller = calls.get(next.parent % i);
                  request.serviceCall(
                      caller.step.frame().service(),
                      next.step.frame().service() + " of " + next.parent,
                      next.nanos,
                      next.nanos % 3 == 0);
                }
              }
              return request;
            });
  }

  private static Call call(int parent, String service, boolean edge, long nanos) {
    PathStep step = step(service);
    return new Call(parent, edge ? PathStep.edge(step.frame(), "kafka") : step, nanos, true);
  }

  private static List<RequestAnalysis> requests(List<TestRequest> kinds, List<Integer> requests) {
    Shapes shapes = new Shapes();
    List<RequestAnalysis> built = new ArrayList<>();
    for (int variation : requests) {
      TestRequest kind = kinds.get(variation % kinds.size());
      built.add(kind.varied(built.size(), variation).build(shapes));
    }
    return built;
  }

  /** The same calls with other times, some of them off the critical path. */
  private TestRequest varied(long otherId, int variation) {
    TestRequest varied = request(otherId).category(category).skew(skewNanos).clipped(clippedNanos);
    for (Call call : calls) {
      long mixed = (call.nanos + 1) * (variation + 1);
      boolean on = call.parent < 0 || mixed % 5 > 0;
      varied.calls.add(new Call(call.parent, call.step, on ? mixed % 2_000_000 : 0, on));
    }
    varied.attributes.addAll(attributes);
    varied.serviceCalls.addAll(serviceCalls);
    varied.failed = failed ^ variation % 4 == 0;
    if (variation % 3 > 0) {
      varied.failedPlaces.addAll(failedPlaces);
    }
    return varied;
  }
}
