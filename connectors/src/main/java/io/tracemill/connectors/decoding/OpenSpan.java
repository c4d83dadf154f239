package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A span while its fields are read, in any order. {@link #finish} derives what depends on several
 * of them: parent, kind and times. Texts point at the decoder's bytes. Reused.
 *
 * <pre>
 * start      end or duration  annotations  start             end
 * given      given            any          start             as given
 * given      absent           after it     start             the last annotation
 * given      absent           none after   start             start
 * absent     any              some         the first of them as above
 * absent     any              none         0: not known
 * </pre>
 */
public final class OpenSpan {
  /** The number of links to keep from span to span. */
  private static final int KEPT_LINKS = 64;

  /** Not the lowest value: as an unsigned number, it would be in the future. */
  private static final long FURTHEST_BACK = Long.MIN_VALUE / 4;

  private final AttributeKeys keys;
  private final AttributeKeys kept;
  private final SpanDraft draft;
  private final ResourceDraft resource;
  private boolean resourceUsed;
  private final List<SpanLink> links = new ArrayList<>();
  private int linkCount;
  private boolean parentGiven;
  private SpanKind taggedKind = SpanKind.UNSPECIFIED;
  private long startNanos;
  private long endNanos;
  private boolean endGiven;
  private long durationNanos;
  private long firstAnnotation;
  private long lastAnnotation;

  /** An empty span; {@code keys} are the configured attributes. */
  public OpenSpan(AttributeKeys keys) {
    this.keys = keys;
    kept = keys.and(SpanTags.MEANINGFUL).and(StatusCodes.NAMES).and(HostKeys.ALL);
    draft = new SpanDraft(keys.size());
    resource = new ResourceDraft(keys);
  }

  /** Resets it to an empty span. */
  public void clear() {
    draft.clear();
    if (resourceUsed) {
      resource.clear();
      resourceUsed = false;
    }
    linkCount = 0;
    if (links.size() > KEPT_LINKS) {
      links.subList(KEPT_LINKS, links.size()).clear();
    }
    parentGiven = false;
    taggedKind = SpanKind.UNSPECIFIED;
    startNanos = 0;
    endNanos = 0;
    endGiven = false;
    durationNanos = 0;
    firstAnnotation = 0;
    lastAnnotation = 0;
  }

  /** The draft, for ids, name, kind and status; it is whole after {@link #finish}. */
  public SpanDraft draft() {
    return draft;
  }

  /** The resource of this span alone. */
  public ResourceDraft resource() {
    resourceUsed = true;
    return resource;
  }

  /** Sets the parent's id; 0 means none. */
  public void parent(long id) {
    draft.parentId(id);
    parentGiven = id != 0;
  }

  /** Says that the parent's id cannot be read. */
  public void parentUnreadable() {
    draft.parentIdInvalid();
    parentGiven = true;
  }

  /** Adds a link, to be filled. */
  public SpanLink link(SpanLink.Kind kind) {
    if (linkCount == links.size()) {
      links.add(new SpanLink());
    }
    SpanLink link = links.get(linkCount++);
    link.clear(kind);
    return link;
  }

  /** Sets the start, in nanoseconds since the epoch; 0 means none. */
  public void start(long nanos) {
    startNanos = nanos;
  }

  /** Sets the end, in nanoseconds since the epoch. */
  public void end(long nanos) {
    endNanos = nanos;
    endGiven = true;
  }

  /** Sets the duration; 0 means none, because a duration in Zipkin is at least 1. */
  public void duration(long nanos) {
    durationNanos = nanos;
  }

  /** Takes the time of an annotation; 0 or less means none. */
  public void annotation(long nanos) {
    if (nanos > 0) {
      firstAnnotation = firstAnnotation == 0 ? nanos : Math.min(firstAnnotation, nanos);
      lastAnnotation = Math.max(lastAnnotation, nanos);
    }
  }

  /** Whether {@link #attribute} or {@link #tag} does anything with a value of {@code key}. */
  public boolean keeps(Slice key) {
    return kept.contains(key);
  }

  /** Takes an attribute: a status of HTTP or gRPC, or one that is configured. */
  public void attribute(Slice key, Slice value, ValueType type) {
    if (StatusCodes.isKey(key)) {
      StatusCodes.tell(draft, key, StatusCodes.of(value));
    }
    int index = keys.indexOf(key, type);
    if (index >= 0) {
      draft.attribute(index).set(value);
    }
  }

  /** Takes a tag: an attribute that may also say the kind, or whether the span failed. */
  public void tag(Slice key, Slice value, ValueType type) {
    int meaning = SpanTags.meaning(key);
    if (meaning == SpanTags.KIND_MEANING) {
      taggedKind = SpanTags.kind(value);
    } else if (SpanTags.isFailure(meaning, value)) {
      draft.error(true);
    } else if (SpanTags.isSuccess(meaning, value)) {
      draft.ok(true);
    }
    attribute(key, value, type);
  }

  /** Takes a tag where the span's own tags identify its host, as Zipkin's do. */
  public void zipkinTag(Slice key, Slice value) {
    tag(key, value, ValueType.TEXT);
    if (HostKeys.isName(key)) {
      resource().host(key, value);
    }
  }

  /** The span as a whole. */
  public SpanDraft finish() {
    if (draft.kind() == SpanKind.UNSPECIFIED) {
      draft.kind(taggedKind);
    }
    long start = startNanos == 0 ? firstAnnotation : startNanos;
    draft.startNanos(start);
    draft.endNanos(endGiven ? endNanos : derivedEnd(start));
    findParent();
    return draft;
  }

  private long derivedEnd(long start) {
    if (durationNanos == 0) {
      return lastAnnotation == 0 ? start : Math.max(start, lastAnnotation);
    }
    return sum(start, durationNanos);
  }

  /** The sum, or the nearest that is neither beyond 64 bits nor too far back. */
  private static long sum(long nanos, long more) {
    long sum = nanos + more;
    boolean overflown = ((nanos ^ sum) & (more ^ sum)) < 0;
    if (overflown && nanos > 0) {
      return Long.MAX_VALUE;
    }
    return overflown ? FURTHEST_BACK : Math.max(sum, FURTHEST_BACK);
  }

  /**
   * The first usable {@code CHILD_OF} is the parent, else the parent's id, else the first usable
   * {@code FOLLOWS_FROM} or link, which does not wait. A span cannot be its own parent (semantics
   * 3).
   */
  private void findParent() {
    if (parentGiven && draft.parentIdValid() && draft.parentId() == draft.spanId()) {
      parent(0);
    }
    if (!adopt(SpanLink.Kind.CHILD_OF) && !parentGiven) {
      adopt(SpanLink.Kind.FOLLOWS_FROM);
    }
  }

  private boolean adopt(SpanLink.Kind kind) {
    for (int i = 0; i < linkCount; i++) {
      SpanLink link = links.get(i);
      boolean waits = kind == SpanLink.Kind.CHILD_OF;
      if (link.kind == kind
          && (link.readable || waits)
          && link.isUsableBy(draft.traceIdHigh(), draft.traceIdLow(), draft.spanId())) {
        draft.parentId(link.spanId);
        draft.async(!waits);
        if (!link.readable) {
          draft.parentIdInvalid();
        }
        return true;
      }
    }
    return false;
  }

  /** Microseconds since the epoch in nanoseconds, or the nearest that 64 bits hold. */
  public static long nanosOfMicros(long micros) {
    return Math.max(TimeUnit.MICROSECONDS.toNanos(micros), FURTHEST_BACK);
  }

  /** Seconds and nanoseconds in nanoseconds, or the nearest that 64 bits hold. */
  public static long nanosOfSeconds(long seconds, int nanos) {
    return sum(Math.max(TimeUnit.SECONDS.toNanos(seconds), FURTHEST_BACK), nanos);
  }
}
