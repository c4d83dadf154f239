package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import java.util.Arrays;

/** Writes spans into a record's fragments. It writes a resource only when it changes. */
public final class FragmentSink implements SpanSink {
  private final FragmentBuilder builder;
  private final Slice service = new Slice();
  private final Slice host = new Slice();

  public FragmentSink(FragmentBuilder builder) {
    this.builder = builder;
  }

  @Override
  public void span(ResourceDraft resource, SpanDraft span) {
    Slice itsService = resource.service();
    Slice itsHost = resource.host();
    if (builder.spans() == 0 || !areEqual(service, itsService) || !areEqual(host, itsHost)) {
      service.set(itsService);
      host.set(itsHost);
      builder.resource(service, host);
    }
    resource.lendAttributesTo(span);
    builder.span(span);
  }

  private static boolean areEqual(Slice one, Slice two) {
    boolean same = one.offset() == two.offset() && one.length() == two.length();
    return (same && one.array() == two.array())
        || Arrays.equals(
            one.array(),
            one.offset(),
            one.offset() + one.length(),
            two.array(),
            two.offset(),
            two.offset() + two.length());
  }

  @Override
  public void unrecognised(int parts) {
    builder.refuse(RejectReason.UNRECOGNISED, parts);
  }
}
