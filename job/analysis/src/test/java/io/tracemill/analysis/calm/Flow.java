package io.tracemill.analysis.calm;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;

/**
 * One way that requests of an endpoint take, call after call: {@code flow(70, "shop", 2).call("db",
 * 0.3, 5)}.
 */
final class Flow {
  /**
   * A place of its critical path.
   *
   * @param parent the place it hangs below, -1 for none
   */
  record Place(int parent, PathStep step, double millis) {}

  private final int weight;
  private final List<Place> places = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();

  private Flow(int weight) {
    this.weight = weight;
  }

  /** One with a weight among its endpoint's flows, whose endpoint takes so long itself. */
  static Flow flow(int weight, Frame endpoint, double millis) {
    Flow flow = new Flow(weight);
    flow.places.add(new Place(-1, PathStep.of(endpoint), millis));
    flow.nodes.add(new Node(0, endpoint, false, 1));
    return flow;
  }

  /** Calls a service from the endpoint: the mean time on the way there, and in it. */
  Flow call(String service, double edgeMillis, double millis) {
    return call(0, service, edgeMillis, millis);
  }

  /** Calls a service from the one that was called last. */
  Flow then(String service, double edgeMillis, double millis) {
    return call(places.size() - 1, service, edgeMillis, millis);
  }

  private Flow call(int from, String service, double edgeMillis, double millis) {
    Frame caller = places.get(from).step().frame();
    Frame callee = Frame.of(service, "call");
    places.add(new Place(from, PathStep.edge(caller, service), edgeMillis));
    places.add(new Place(places.size() - 1, PathStep.of(callee), millis));
    nodes.add(new Node(from == 0 ? 1 : nodes.get(nodes.size() - 1).depth() + 1, callee, false, 1));
    return this;
  }

  int weight() {
    return weight;
  }

  List<Place> places() {
    return places;
  }

  CanonicalForm form() {
    return new CanonicalForm(nodes, false);
  }

  CallTreeSignature signature() {
    int hash = nodes.hashCode();
    return new CallTreeSignature(hash, ~hash);
  }
}
