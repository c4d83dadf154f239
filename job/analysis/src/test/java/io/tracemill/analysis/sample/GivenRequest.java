package io.tracemill.analysis.sample;

import io.tracemill.analysis.request.GivenDetails;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TestRequest;
import io.tracemill.analysis.sample.GroupKey.Outcome;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** A request for a sample; its ids are those of the seed. */
record GivenRequest(int endpoint, int flow, long nanos, Outcome outcome) {
  static Arbitrary<List<GivenRequest>> few() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 1),
            Arbitraries.integers().between(0, 1),
            Arbitraries.of(10L, 100L, 120L, 1_000L),
            Arbitraries.of(Outcome.OK, Outcome.OK, Outcome.OK, Outcome.FAILED, Outcome.INCOMPLETE))
        .as(GivenRequest::new)
        .list()
        .ofMaxSize(300);
  }

  /** Many requests of few categories, few of many; some fail and few are slow. */
  static List<GivenRequest> population(int size, int flows) {
    Random random = new Random(42);
    List<GivenRequest> population = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int flow = (int) (flows * Math.pow(random.nextDouble(), 3));
      long nanos = (long) (1_000 * Math.exp(random.nextGaussian() / 2 + flow % 3));
      Outcome outcome = random.nextInt(30) == 0 ? Outcome.FAILED : Outcome.OK;
      population.add(new GivenRequest(random.nextInt(2), flow, nanos, outcome));
    }
    return population;
  }

  /** The requests with random ids. */
  static List<RequestAnalysis> analyses(List<GivenRequest> requests, long seed) {
    Random random = new Random(seed);
    return requests.stream()
        .map(given -> given.analysis(new TraceId(random.nextLong(), random.nextLong())))
        .toList();
  }

  private RequestAnalysis analysis(TraceId id) {
    CallTreeSignature signature = new CallTreeSignature(flow, -flow);
    Frame frame = Frame.of("service " + endpoint, "GET /");
    List<Node> nodes = new ArrayList<>();
    for (int depth = 0; depth <= flow % 5; depth++) {
      nodes.add(new Node(depth, Frame.of("flow", "GET /"), false, 1 + flow));
    }
    RequestAnalysis like = TestRequest.simple(1, nanos);
    return new RequestAnalysis(
        id,
        1,
        like.role(),
        frame,
        like.startNanos(),
        nanos,
        nodes.size(),
        outcome != Outcome.INCOMPLETE,
        false,
        0,
        0,
        signature,
        like.shape(),
        outcome == Outcome.FAILED,
        like.failedPlaces(),
        like.criticalPath(),
        new GivenDetails(new CanonicalForm(nodes, false), List.of()));
  }
}
