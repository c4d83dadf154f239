package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.SpanDraft;
import java.util.ArrayList;
import java.util.List;

/** Spans that wait for the end of their object, because the resource may be its last member. */
public final class SpanDrafts {
  /** The number of drafts to keep from record to record. */
  private static final int KEPT = 4096;

  private final int attributes;
  private final List<SpanDraft> drafts = new ArrayList<>();
  private int size;

  /** Empty at first; each draft has room for {@code attributes} configured attributes. */
  public SpanDrafts(int attributes) {
    this.attributes = attributes;
  }

  /** Forgets all spans. */
  public void clear() {
    size = 0;
    if (drafts.size() > KEPT) {
      drafts.subList(KEPT, drafts.size()).clear();
    }
  }

  /** A new, empty span. */
  public SpanDraft add() {
    if (size == drafts.size()) {
      drafts.add(new SpanDraft(attributes));
    }
    SpanDraft draft = drafts.get(size++);
    draft.clear();
    return draft;
  }

  public int size() {
    return size;
  }

  public SpanDraft get(int index) {
    return drafts.get(index);
  }

  /** Writes all spans; they belong to {@code resource}. */
  public void writeTo(FragmentBuilder spans, ResourceDraft resource) {
    resource.announceTo(spans);
    for (int i = 0; i < size; i++) {
      resource.lendAttributesTo(drafts.get(i));
      spans.span(drafts.get(i));
    }
  }
}
