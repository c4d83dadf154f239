package io.tracemill.connectors.zipkin;

import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.HttpStatus;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ResourceDraft;
import io.tracemill.connectors.decoding.SpanTags;
import io.tracemill.connectors.encoding.Micros;
import java.util.Arrays;

/**
 * One Zipkin span as a decoder reads it, and the meaning of its fields and tags. Texts point at the
 * decoder's bytes, which do not change until the record is done. Reused for every span.
 */
final class ZipkinSpan {
  /** The reason to reject a record with such a span. */
  static final String WITHOUT_IDS = "a span with neither a trace id nor an id";

  static final String VERSION_1 = "binaryAnnotations are of Zipkin's version 1";

  private final SpanDraft draft;
  private final ResourceDraft resource;
  private final ZipkinTimes times = new ZipkinTimes();
  private final Slice announcedService = new Slice();
  private final Slice announcedHost = new Slice();
  private boolean announced;
  private boolean identified;
  private SpanKind taggedKind = SpanKind.UNSPECIFIED;

  ZipkinSpan(AttributeKeys keys) {
    draft = new SpanDraft(keys.size());
    resource = ResourceDraft.zipkin(keys);
  }

  /** Resets for a new record. */
  void beginRecord() {
    announced = false;
  }

  /** Resets for a new span. */
  void clear() {
    draft.clear();
    resource.clear();
    times.clear();
    taggedKind = SpanKind.UNSPECIFIED;
    identified = false;
  }

  /** Takes the trace id, as 128 bits or fewer that were padded on the left. */
  void traceId(long high, long low) {
    draft.traceId(high, low);
    identified = true;
  }

  void spanId(long id) {
    draft.spanId(id);
    identified = true;
  }

  /** The draft for its parent, kind and name; times and tags need more processing. */
  SpanDraft draft() {
    return draft;
  }

  ZipkinTimes times() {
    return times;
  }

  /** The local endpoint. */
  ResourceDraft local() {
    return resource;
  }

  /** Takes a tag. */
  void tag(Slice key, Slice value) {
    int meaning = SpanTags.meaning(key);
    if (meaning == SpanTags.KIND_MEANING) {
      taggedKind = SpanTags.kind(value);
    } else if (SpanTags.isFailure(meaning, value)) {
      draft.error(true);
    } else if (HttpStatus.isKey(key)) {
      draft.httpStatus(HttpStatus.of(value));
    }
    resource.attribute(key, value);
  }

  /**
   * Hands the span to {@code spans}; a span without any id means that the record is not Zipkin's.
   */
  void writeTo(FragmentBuilder spans) throws MalformedRecordException {
    if (!identified) {
      throw new MalformedRecordException(WITHOUT_IDS);
    }
    if (draft.parentIdValid() && draft.parentId() == draft.spanId()) {
      // Some senders do so for roots, and Zipkin's own library accepts it.
      draft.parentId(0);
    }
    if (draft.kind() == SpanKind.UNSPECIFIED) {
      draft.kind(taggedKind);
    }
    draft.startNanos(Micros.toNanos(times.startMicros()));
    draft.endNanos(Micros.toNanos(times.endMicros()));
    resource.lendAttributesTo(draft);
    announce(spans);
    spans.span(draft);
  }

  /** Most records have one service; it is not written again for every span. */
  private void announce(FragmentBuilder spans) {
    if (!announced
        || !areEqual(announcedService, resource.service())
        || !areEqual(announcedHost, resource.host())) {
      resource.announceTo(spans);
      announcedService.set(resource.service());
      announcedHost.set(resource.host());
      announced = true;
    }
  }

  private static boolean areEqual(Slice one, Slice two) {
    return Arrays.equals(
        one.array(),
        one.offset(),
        one.offset() + one.length(),
        two.array(),
        two.offset(),
        two.offset() + two.length());
  }
}
