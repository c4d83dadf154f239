package io.tracemill.connectors.formats;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.RecordDecoder;
import java.util.List;
import java.util.Set;

/** One encoding, and how many records fit it so far. */
final class EncodingCandidate {
  /** Keeps nothing and believes every time: here only the ids count. */
  private static final SpanRules RULES = new SpanRules(Long.MAX_VALUE, Set.of(), List.of());

  private static final List<RejectReason> BAD_IDS =
      List.of(
          RejectReason.INVALID_TRACE_ID,
          RejectReason.INVALID_SPAN_ID,
          RejectReason.INVALID_PARENT_ID);
  private static final byte OTLP_PROTO_BEGINS = 0x0A;
  private static final String OTLP_JSON_NAMES = "\"resourceSpans\"";

  private final Encoding encoding;
  private final RecordDecoder decoder;
  private final FragmentBuilder spans = new FragmentBuilder(RULES);
  private int fits;
  private String firstMisfit = "";

  EncodingCandidate(Encoding encoding) {
    this.encoding = encoding;
    this.decoder = encoding.decoder(RULES);
  }

  /** Counts the record; whether it fits. */
  boolean take(byte[] record) {
    String misfit = misfit(record);
    if (misfit.isEmpty()) {
      fits++;
    } else if (firstMisfit.isEmpty()) {
      firstMisfit = misfit;
    }
    return misfit.isEmpty();
  }

  private String misfit(byte[] record) {
    if (decode(record) instanceof DecodeResult.Malformed malformed) {
      return malformed.reason();
    }
    int invalid = BAD_IDS.stream().mapToInt(spans::rejected).sum();
    if (spans.spans() > invalid) {
      return "";
    }
    return invalid == 0 ? "no spans" : "no span with valid ids";
  }

  /** Whether the record is of this encoding as far as can be said of one without spans. */
  boolean isFrame(byte[] record) {
    return switch (encoding) {
      case OTLP_PROTO -> record[0] == OTLP_PROTO_BEGINS && isSpanless(record);
      case OTLP_JSON -> isSpanless(record) && new String(record, UTF_8).contains(OTLP_JSON_NAMES);
      default -> false;
    };
  }

  private boolean isSpanless(byte[] record) {
    return decode(record) instanceof DecodeResult.Decoded && spans.spans() == 0;
  }

  private DecodeResult decode(byte[] record) {
    spans.begin(0);
    return decoder.decode(record, spans);
  }

  Detection.Fit fit() {
    return new Detection.Fit(encoding, fits, firstMisfit);
  }
}
