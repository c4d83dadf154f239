package io.tracemill.analysis.request;

import io.tracemill.analysis.errorcost.ErrorCost;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.subspan.SpanLayout;
import io.tracemill.analysis.subspan.SpanTimes;
import io.tracemill.analysis.trace.PackedSpans;
import io.tracemill.analysis.trace.SpanPacker;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Details that are known beforehand; the form is not cut. */
public record GivenDetails(CanonicalForm form, List<RequestAttribute> attributes)
    implements RequestDetails {
  /** Those of a request of one span without attributes. */
  public static RequestDetails of(Frame frame) {
    return new GivenDetails(
        new CanonicalForm(List.of(new Node(0, frame, false, 1)), false), List.of());
  }

  @Override
  public CanonicalForm flowForm(int maxNodes) {
    return form;
  }

  @Override
  public double samplingWeight() {
    return 1;
  }

  @Override
  public RequestExtent extent() {
    return new RequestExtent(1, 1, 1, 1, 1);
  }

  @Override
  public Optional<ErrorCost> errorCost() {
    return Optional.empty();
  }

  @Override
  public RequestSpans spans(int maxSpans) {
    return RequestSpans.NONE;
  }

  @Override
  public PackedSpans packedSpans(int maxSpans) {
    SpanPacker packer = new SpanPacker();
    Frame frame = form.nodes().get(0).frame();
    packer.add(
        0, 1, frame.service(), frame.operation(), "", SpanKind.SERVER, false, false, false, 0, 10);
    return packer.finish();
  }

  @Override
  public boolean waitedFor() {
    return false;
  }

  @Override
  public SpanTimes spanTimes() {
    return new SpanTimes();
  }

  @Override
  public SpanLayout spanLayout() {
    return SpanLayout.of(new int[0], new Frame[0]);
  }

  @Override
  public boolean hasAttribute(Predicate<RequestAttribute> wanted) {
    return attributes.stream().anyMatch(wanted);
  }
}
