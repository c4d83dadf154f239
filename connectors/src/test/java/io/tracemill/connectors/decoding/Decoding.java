package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.SpanRules;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** What came out of one record, as plain values. */
public record Decoding(DecodeResult result, List<ReadSpan> spans, List<String> fragments) {
  /** Keeps the attributes {@code version} and {@code http.status}, and every span's time. */
  public static final SpanRules RULES =
      new SpanRules(Long.MAX_VALUE, Set.of(), List.of("version", "http.status"));

  /** Decodes {@code record}. */
  public static Decoding of(RecordDecoder decoder, byte[] record) {
    FragmentBuilder builder = new FragmentBuilder(RULES);
    builder.begin(0);
    DecodeResult result = decoder.decode(record, new FragmentSink(builder));
    return of(result, builder);
  }

  /** Takes what {@code builder} holds, if {@code result} says that it may be taken. */
  public static Decoding of(DecodeResult result, FragmentBuilder builder) {
    List<Fragment> fragments = new ArrayList<>();
    if (result instanceof DecodeResult.Decoded) {
      builder.finish(0, 0, fragments::add);
    }
    return new Decoding(
        result,
        fragments.stream().flatMap(fragment -> ReadSpan.of(fragment).stream()).toList(),
        fragments.stream().map(Decoding::describe).toList());
  }

  private static String describe(Fragment fragment) {
    return fragment.traceId() + " " + HexFormat.of().formatHex(fragment.bytes());
  }

  /** Whether the record was well formed. */
  public boolean decoded() {
    return result instanceof DecodeResult.Decoded;
  }

  /** Why it was not; empty if it was. */
  public String reason() {
    return result instanceof DecodeResult.Malformed malformed ? malformed.reason() : "";
  }

  /** Reasons of the spans that were rejected. */
  public static List<RejectReason> rejected(RecordDecoder decoder, byte[] record) {
    FragmentBuilder builder = new FragmentBuilder(RULES);
    builder.begin(0);
    decoder.decode(record, new FragmentSink(builder));
    List<RejectReason> reasons = new ArrayList<>();
    for (RejectReason reason : RejectReason.values()) {
      for (int i = 0; i < builder.rejected(reason); i++) {
        reasons.add(reason);
      }
    }
    return reasons;
  }
}
