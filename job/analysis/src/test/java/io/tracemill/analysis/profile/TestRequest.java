package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.GivenDetails;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.request.RequestShape;
import io.tracemill.analysis.request.Shapes;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.signature.Signatures;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** A request in one line: {@code request(1).flow(2).call("front", 30).below(0, "db", 10)}. */
public final class TestRequest {
  static final Frame ENDPOINT = Frame.of("front", "GET /");

  private record Call(int parent, PathStep step, long nanos) {}

  private final long id;
  private int flow;
  private boolean complete = true;
  private boolean truncated;
  private long skewNanos;
  private long clippedNanos;
  private RequestRole role = RequestRole.ENTRY;
  private boolean failed;
  private final Set<Place> failedPlaces = new HashSet<>();
  private final List<Call> calls = new ArrayList<>();
  private final TreeSet<RequestAttribute> attributes = new TreeSet<>();

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

  public TestRequest flow(int flow) {
    this.flow = flow;
    return this;
  }

  TestRequest incomplete() {
    complete = false;
    return this;
  }

  TestRequest truncated() {
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

  public TestRequest interior() {
    role = RequestRole.INTERIOR;
    return this;
  }

  TestRequest skew(long nanos) {
    skewNanos = nanos;
    return this;
  }

  TestRequest clipped(long nanos) {
    clippedNanos = nanos;
    return this;
  }

  public TestRequest attribute(String service, String key, String value) {
    attributes.add(new RequestAttribute(service, key, value));
    return this;
  }

  /** The form of the flow with this number: equal for equal numbers, else another. */
  static CanonicalForm form(int flow) {
    List<Node> nodes = new ArrayList<>();
    for (int depth = 0; depth <= flow % 100; depth++) {
      nodes.add(new Node(depth, Frame.of("flow " + depth % 3, "GET /"), depth % 2 == 1, 1 + flow));
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
    calls.add(new Call(parent, step, nanos));
    return this;
  }

  CallingContextTree tree() {
    CallingContextTree tree = new CallingContextTree();
    int[] nodes = new int[calls.size()];
    for (int i = 0; i < nodes.length; i++) {
      Call call = calls.get(i);
      nodes[i] = tree.child(call.parent < 0 ? -1 : nodes[call.parent], call.step);
      tree.countSpan(nodes[i], i);
      tree.addExclusive(nodes[i], call.nanos);
    }
    tree.sumInclusive();
    return tree;
  }

  public RequestAnalysis build() {
    CallTreeSignature signature = new CallTreeSignature(flow, -flow);
    CallingContextTree tree = tree();
    RequestShape shape = Shapes.of(tree);
    return new RequestAnalysis(
        new TraceId(0, id),
        id + 1,
        role,
        ENDPOINT,
        0,
        calls.stream().mapToLong(Call::nanos).sum(),
        calls.size(),
        complete,
        truncated,
        skewNanos,
        clippedNanos,
        new Signatures(signature, signature, signature),
        shape,
        failed,
        withServices(shape),
        tree,
        new GivenDetails(form(flow), List.copyOf(attributes)));
  }

  private Set<Place> withServices(RequestShape shape) {
    Set<Place> all = new HashSet<>(failedPlaces);
    for (Place place : failedPlaces) {
      all.add(new Place.Service(place.service()));
    }
    all.retainAll(shape.places());
    return all;
  }

  /** Requests of few flows and names, so that they have much in common. */
  public static Arbitrary<List<RequestAnalysis>> any() {
    return some().list().ofMaxSize(30).map(TestRequest::numbered);
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
            (flow, skew, calls) -> {
              TestRequest request = request(0).flow(flow).skew(skew).clipped(3 - skew);
              for (long i = 0; i < skew; i++) {
                request.attribute("front", "service.version", "v" + (flow + i) % 3);
              }
              if (flow == 1) {
                request.failed();
              }
              if (flow < 2) {
                request.failed(Place.of(calls.get(0).step).orElseThrow());
              }
              for (int i = 0; i < calls.size(); i++) {
                Call next = calls.get(i);
                request.below(i == 0 ? -1 : next.parent % i, next.step, next.nanos);
              }
              return request;
            });
  }

  private static Call call(int parent, String service, boolean edge, long nanos) {
    PathStep step = step(service);
    return new Call(parent, edge ? PathStep.edge(step.frame(), "kafka") : step, nanos);
  }

  private static List<RequestAnalysis> numbered(List<TestRequest> requests) {
    List<RequestAnalysis> built = new ArrayList<>();
    for (TestRequest request : requests) {
      TestRequest numbered = request(built.size());
      numbered.flow(request.flow).skew(request.skewNanos).clipped(request.clippedNanos);
      numbered.calls.addAll(request.calls);
      numbered.attributes.addAll(request.attributes);
      numbered.failed = request.failed;
      numbered.failedPlaces.addAll(request.failedPlaces);
      built.add(numbered.build());
    }
    return built;
  }
}
