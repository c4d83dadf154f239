package io.tracemill.connectors.formats;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.FragmentSink;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.json.JsonDecoder;
import io.tracemill.connectors.json.JsonFormat;
import java.util.List;
import java.util.Set;

/** One encoding, and how many records fit it so far. */
final class EncodingCandidate {
  /** Keeps no attributes and accepts every time: only the ids count here. */
  private static final SpanRules RULES = new SpanRules(Long.MAX_VALUE, Set.of(), List.of());

  private static final List<RejectReason> BAD_IDS =
      List.of(
          RejectReason.INVALID_TRACE_ID,
          RejectReason.INVALID_SPAN_ID,
          RejectReason.INVALID_PARENT_ID);
  private static final byte OTLP_PROTO_BEGINS = 0x0A;
  private static final byte TEMPO_BEGINS = 0x12;
  private static final String OTLP_JSON_NAMES = "\"resourceSpans\"";

  private final Encoding encoding;
  private final RecordDecoder decoder;
  private final List<JsonFormat> formats;
  private final FragmentBuilder spans = new FragmentBuilder(RULES);
  private int fits;
  private String firstMisfit = "";

  EncodingCandidate(Encoding encoding) {
    this.encoding = encoding;
    this.decoder = encoding.plainDecoder(RULES);
    this.formats =
        switch (encoding) {
          case OTLP_JSON -> List.of(JsonFormat.OTLP, JsonFormat.CONSOLE);
          case JAEGER_JSON -> List.of(JsonFormat.JAEGER);
          case ZIPKIN_JSON -> List.of(JsonFormat.ZIPKIN);
          default -> List.of();
        };
  }

  /**
   * The result of the encoding's decoder for a record.
   *
   * @param misfit why the record is not of the encoding; empty if it may be
   * @param spans how many it has
   * @param valid how many of them have valid ids
   */
  record Reading(String misfit, int spans, int valid) {
    static Reading misfit(String why) {
      return new Reading(why, 0, 0);
    }

    boolean fits() {
      return valid > 0;
    }

    /** Whether the record may be of the encoding without proof. */
    boolean saysNothing() {
      return misfit.isEmpty() && !fits();
    }
  }

  /** Reads a record that is not wrapped. */
  Reading read(byte[] record) {
    spans.begin(0);
    DecodeResult result = decoder.decode(record, new FragmentSink(spans));
    if (result instanceof DecodeResult.Malformed malformed) {
      return Reading.misfit(malformed.reason());
    } else if (result instanceof DecodeResult.OtherSignal) {
      return new Reading("", 0, 0);
    }
    if (spans.spans() == 0 && !isFrame(record)) {
      return Reading.misfit("no spans");
    }
    if (decoder instanceof JsonDecoder json && formats.stream().noneMatch(json::was)) {
      return Reading.misfit("spans of another format in JSON");
    }
    int invalid = BAD_IDS.stream().mapToInt(spans::rejected).sum();
    return new Reading("", spans.spans(), spans.spans() - invalid);
  }

  /** Whether a record without spans may be of this encoding. */
  private boolean isFrame(byte[] record) {
    return switch (encoding) {
      case OTLP_PROTO -> record.length > 0 && record[0] == OTLP_PROTO_BEGINS;
      case OTLP_JSON -> new String(record, UTF_8).contains(OTLP_JSON_NAMES);
      case TEMPO -> record.length > 0 && record[0] == TEMPO_BEGINS;
      default -> false;
    };
  }

  void count(Reading reading) {
    if (reading.fits()) {
      fits++;
    } else if (firstMisfit.isEmpty()) {
      firstMisfit = reading.saysNothing() ? "no span with valid ids" : reading.misfit();
    }
  }

  void clear() {
    fits = 0;
    firstMisfit = "";
  }

  Detection.Fit fit() {
    return new Detection.Fit(encoding, fits, firstMisfit);
  }
}
