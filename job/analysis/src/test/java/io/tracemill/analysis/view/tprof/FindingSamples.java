package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.analysis.view.estimate.Percentile;
import io.tracemill.analysis.view.estimate.Percentiles;
import io.tracemill.analysis.view.tprof.AggregateTrace.Section;
import io.tracemill.analysis.view.tprof.AggregateTrace.Span;
import io.tracemill.analysis.view.tprof.Finding.Kind;
import io.tracemill.analysis.view.tprof.Finding.Part;
import java.util.List;
import java.util.Optional;

/**
 * A small diagnosis. Requests of {@code shop POST /cart} take 100 ms:
 *
 * <pre>
 * POST /cart  |----|          |----------|          |----------|   critical: 0-10, 40-60, 80-100 ms
 * db SELECT        |##########|
 * cart log              |--|
 * cart GET /items                        |##########|
 * </pre>
 */
public final class FindingSamples {
  /** Calls of the first span; its parts have the numbers from 0 to this one. */
  public static final int CALLS = 3;

  public static final Frame SHOP = Frame.of("shop", "POST /cart");
  public static final TraceId EXEMPLAR = new TraceId(0x0af7651916cd43ddL, 0x8448eb211c80319cL);
  private static final CallTreeSignature STRUCTURE = new CallTreeSignature(1, 2);
  private static final CallTreeSignature ORDER = new CallTreeSignature(3, 4);

  private FindingSamples() {}

  /** The part of the first span with this number, in layer 4. */
  public static Finding subSpan(int number) {
    return subSpan(number, SHOP);
  }

  /** The same with these names of the first span. */
  public static Finding subSpan(int number, Frame slow) {
    return finding(4, Kind.SUB_SPAN, slow, Optional.of(part(ORDER, number, slow, true)), List.of());
  }

  private static Part part(CallTreeSignature group, int number, Frame slow, boolean aggregate) {
    Frame[] calls = {
      Frame.of("db", "SELECT"), Frame.of("cart", "log"), Frame.of("cart", "GET /items")
    };
    return new Part(
        group,
        aggregate ? 1 : 2,
        0,
        number,
        List.of(new Call(slow, 1, 1)),
        number == CALLS ? Optional.empty() : Optional.of(new Call(calls[number], 1, 2)),
        aggregate ? Optional.of(trace(slow)) : Optional.empty());
  }

  private static AggregateTrace trace(Frame slow) {
    return new AggregateTrace(
        2_700,
        List.of(
            new Span(0, slow, 0, 100_000_000),
            new Span(0, Frame.of("db", "SELECT"), 10_000_000, 30_000_000),
            new Span(0, Frame.of("cart", "log"), 15_000_700, 5_000_000),
            new Span(0, Frame.of("cart", "GET /items"), 60_000_500, 20_000_000),
            new Span(3, Frame.of("db", "SCAN"), 60_000_500, 19_000_000)),
        List.of(
            new Section(0, 0, 10_000_000),
            new Section(1, 10_000_000, 40_000_000),
            new Section(0, 40_000_000, 60_000_500),
            new Section(4, 60_000_500, 79_000_500),
            new Section(3, 79_000_500, 80_000_500),
            new Section(0, 80_000_500, 100_000_000)));
  }

  private static Finding finding(
      int layer, Kind kind, Frame slow, Optional<Part> part, List<Finding> below) {
    return new Finding(
        layer,
        kind,
        slow,
        layer == 1 ? Optional.empty() : Optional.of(SHOP),
        part,
        times(20_000_500),
        times(100_000_000),
        layer == 3,
        5.4e10,
        0.2,
        layer == 1 ? 1 : 0.61,
        layer == 4 ? 0 : 0.03,
        layer > 2 ? Optional.of(EXEMPLAR) : Optional.empty(),
        below);
  }

  private static Times times(long nanos) {
    return new Times(figures(2_700, nanos), figures(2_430, nanos / 2), figures(270, 5 * nanos));
  }

  private static Distribution figures(long count, long nanos) {
    return new Distribution(
        new Basis(count, 24, 0, false),
        count,
        24,
        new Estimate(nanos, 50_000),
        nanos / 10.0,
        new Percentiles(
            Optional.of(percentile(nanos - 100, 700_000)),
            Optional.empty(),
            Optional.empty(),
            Optional.of(percentile(2 * nanos, 3_000_000))),
        1,
        3 * nanos);
  }

  private static Percentile percentile(long value, long error) {
    return new Percentile(value, value - error, value + 1);
  }

  /** The same branch down to the part before {@code cart GET /items} in both rankings. */
  public static Diagnosis diagnosis() {
    return diagnosis(SHOP);
  }

  /** The same with these names of the first span. */
  public static Diagnosis diagnosis(Frame slow) {
    Finding structure =
        finding(
            3,
            Kind.CHILD_DIFF,
            slow,
            Optional.of(part(STRUCTURE, 2, slow, false)),
            List.of(subSpan(2, slow), subSpan(1, slow)));
    Finding endpoint =
        finding(2, Kind.OPERATION_SELF, slow, Optional.empty(), List.of(structure, structure));
    List<Finding> operations =
        List.of(finding(1, Kind.OPERATION_SELF, slow, Optional.empty(), List.of(endpoint)));
    return new Diagnosis(5_000, 200, false, operations, operations);
  }

  /** The finding of layer 4 to which the first finding of each layer leads. */
  public static Optional<Finding> firstSubSpan(Finding finding) {
    return finding.layer() == 4
        ? Optional.of(finding)
        : finding.below().stream().findFirst().flatMap(FindingSamples::firstSubSpan);
  }
}
