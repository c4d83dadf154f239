package io.tracemill.analysis.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.PackedSpans;
import java.util.List;

/** Details that are known beforehand; the form is not cut, and there are no spans. */
public record GivenDetails(
    CanonicalForm form, List<RequestAttribute> attributes, List<GivenCall> calls)
    implements RequestDetails {
  /** The services of all given calls, as of one analyser. */
  private static final Vocabulary NAMES = new Vocabulary(1 << 16);

  /** No names, no frames, no spans. */
  private static final PackedSpans NO_SPANS = PackedSpans.ofBytes(new byte[3]);

  /** A call from one service to another. */
  public record GivenCall(
      String caller, String callee, long durationNanos, boolean failed, boolean message) {}

  public GivenDetails {
    attributes = List.copyOf(attributes);
    calls = List.copyOf(calls);
  }

  /** Those of a request that calls no other service. */
  public GivenDetails(CanonicalForm form, List<RequestAttribute> attributes) {
    this(form, attributes, List.of());
  }

  /** Those of a request of one span without attributes. */
  public static RequestDetails of(Frame frame) {
    return new GivenDetails(
        new CanonicalForm(List.of(new Node(0, frame, false, 1)), false), List.of());
  }

  @Override
  public CanonicalForm form(int maxNodes) {
    return form;
  }

  @Override
  public PackedSpans packedSpans(int maxSpans) {
    return NO_SPANS;
  }

  @Override
  public void serviceCalls(ServiceCalls out) {
    for (GivenCall call : calls) {
      out.call(
          number(call.caller),
          number(call.callee),
          call.durationNanos,
          call.failed,
          call.message,
          NAMES);
    }
  }

  private static int number(String service) {
    byte[] name = service.getBytes(UTF_8);
    return NAMES.service(name, 0, name.length);
  }
}
