package io.tracemill.connectors.output;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.DurationCounts;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.EndpointProfile.Evidence;
import io.tracemill.analysis.record.EndpointProfile.Exemplar;
import io.tracemill.analysis.record.EndpointProfile.Failure;
import io.tracemill.analysis.record.EndpointProfile.Increment;
import io.tracemill.analysis.record.EndpointProfile.Latency;
import io.tracemill.analysis.record.EndpointProfile.Node;
import io.tracemill.analysis.record.EndpointProfile.Percentiles;
import io.tracemill.analysis.record.Finite;
import io.tracemill.analysis.request.GivenDetails;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.request.RequestShape;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Results to be written. */
public final class Samples {
  public static final TraceId TRACE = new TraceId(0x0af7651916cd43ddL, 0x8448eb211c80319cL);
  public static final long SPAN = 0xb7ad6b7169203331L;
  public static final Percentiles PERCENTILES =
      new Percentiles(OptionalLong.of(1), OptionalLong.of(2), OptionalLong.of(Long.MAX_VALUE), 5);
  public static final RecordLimits NO_LIMITS = RecordLimits.NONE;

  private Samples() {}

  public static RequestAnalysis request(RequestRole role, Frame endpoint, CallingContextTree tree) {
    return new RequestAnalysis(
        TRACE,
        SPAN,
        role,
        endpoint,
        1_700_000_000_123_456_789L,
        tree.size() == 0 ? 0 : tree.inclusiveNanos(0),
        3,
        true,
        false,
        40,
        2,
        new CallTreeSignature(-1, 2),
        RequestShape.EMPTY,
        false,
        Set.of(),
        tree,
        GivenDetails.of(endpoint));
  }

  public static EndpointProfile profile(Frame endpoint, CallingContextTree tree) {
    return profile(endpoint, tree, 0.25);
  }

  public static EndpointProfile profile(
      Frame endpoint, CallingContextTree tree, double clippedShare) {
    return new EndpointProfile(
        new Period(60_000, 360_000),
        endpoint,
        17,
        3,
        Finite.of(3.0 / 17),
        new Latency(1, 2, 3, 4, 5, 6),
        new Evidence(1, 2, 3, 4, 5, Finite.of(clippedShare), 6, 7),
        nodes(tree, Optional.of(PERCENTILES)),
        List.of(new Exemplar(TRACE.hex(), TraceId.spanIdHex(SPAN), 99)),
        List.of(
            Failure.of(new Place.Operation(endpoint), 17, 3),
            Failure.of(new Place.Edge(endpoint.service(), "db"), 8, 2)),
        Optional.of(
            new Increment(
                new Period(300_000, 360_000),
                2,
                1,
                new DurationCounts(99, Collections.nCopies(16, 2L)))));
  }

  private static List<Node> nodes(CallingContextTree tree, Optional<Percentiles> exclusive) {
    return IntStream.range(0, tree.size())
        .mapToObj(
            i ->
                new Node(
                    tree.parent(i),
                    tree.step(i),
                    tree.spans(i),
                    tree.inclusiveNanos(i),
                    tree.exclusiveNanos(i),
                    exclusive))
        .toList();
  }

  /** A frame that calls {@code db} over an edge. */
  public static CallingContextTree smallTree() {
    CallingContextTree tree = new CallingContextTree();
    Frame shop = Frame.of("shop", "GET /cart");
    add(tree, -1, PathStep.of(shop), 30);
    add(tree, 0, PathStep.edge(shop, "db"), 20);
    add(tree, 1, PathStep.of(Frame.of("db", "SELECT")), 50);
    tree.sumInclusive();
    return tree;
  }

  public static CallingContextTree chain(int length) {
    CallingContextTree tree = new CallingContextTree();
    for (int i = 0; i < length; i++) {
      add(tree, i - 1, PathStep.of(Frame.of("service", "operation " + i)), 1);
    }
    tree.sumInclusive();
    return tree;
  }

  public static CallingContextTree fan(int width) {
    CallingContextTree tree = new CallingContextTree();
    add(tree, -1, PathStep.of(Frame.of("service", "root")), 1);
    for (int i = 1; i < width; i++) {
      add(tree, 0, PathStep.of(Frame.of("service", "operation " + i)), i);
    }
    tree.sumInclusive();
    return tree;
  }

  public static int add(CallingContextTree tree, int parent, PathStep step, long exclusiveNanos) {
    int node = tree.child(parent, step);
    tree.countSpan(node, node);
    tree.addExclusive(node, exclusiveNanos);
    return node;
  }

  /** Names with all that JSON, UTF-8 and keys could stumble over. */
  public static Arbitrary<String> names() {
    return Arbitraries.strings()
        .withChars('a', '"', '\\', '\0', '\n', '\u001f', '\u007f', '\u00e9', '\u2028', '\uffff')
        .withChars('\ud83d', '\ude00')
        .ofMaxLength(12);
  }

  /** The same, some of them longer than a record may be. */
  public static Arbitrary<String> longNames() {
    return Combinators.combine(names(), Arbitraries.of(1, 1, 1, 100, 1_000)).as(String::repeat);
  }

  public static Arbitrary<Frame> frames() {
    return Combinators.combine(names(), names()).as(Frame::of);
  }

  /** Trees of up to 60 nodes, some of them edges, some {@code (other)}. */
  public static Arbitrary<CallingContextTree> trees() {
    return Combinators.combine(
            frames().list().ofMinSize(1).ofMaxSize(6),
            Arbitraries.integers().between(1, 60),
            Arbitraries.longs())
        .as(Samples::randomTree);
  }

  private static CallingContextTree randomTree(List<Frame> frames, int steps, long seed) {
    Random random = new Random(seed);
    CallingContextTree tree = new CallingContextTree();
    add(tree, -1, PathStep.of(frames.get(0)), random.nextInt(1000));
    for (int i = 1; i < steps; i++) {
      Frame frame = frames.get(random.nextInt(frames.size()));
      PathStep[] choice = {PathStep.of(frame), PathStep.edge(frame, "callee"), PathStep.OTHER};
      int parent = random.nextInt(tree.size());
      add(tree, parent, choice[random.nextInt(choice.length)], random.nextInt(1000));
    }
    tree.sumInclusive();
    return tree;
  }
}
