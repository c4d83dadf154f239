package io.tracemill.analysis.trace;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A trace written down in a test, a line a span: {@code trace().root("frontend", 0,
 * 100).child("frontend", "db", 10, 40)}.
 *
 * <p>A span is called by its service unless {@link #as} says otherwise; times are nanoseconds from
 * {@link #BASE}.
 */
public final class TraceSpec {
  /** What all times count from: a moment after 1970. */
  public static final long BASE = 1_700_000_000_000_000_000L;

  /** Keys of the attributes that spans can have. */
  public static final List<String> ATTRIBUTES = List.of("service.version", "region");

  /** One span of the trace. */
  public static final class SpanSpec {
    public String label;
    public long id;
    public long parentId;
    public SpanKind kind = SpanKind.UNSPECIFIED;
    public String service;
    public String operation;
    public String host = "";
    public long start;
    public long end;
    public boolean async;
    public boolean error;
    public boolean part;
    public boolean timeless;
    public final Map<String, String> attributes = new TreeMap<>();

    SpanSpec(String service, String operation, long start, long end) {
      this.label = service;
      this.service = service;
      this.operation = operation;
      this.start = start;
      this.end = end;
    }
  }

  private final TraceId traceId;
  private final List<SpanSpec> spans = new ArrayList<>();
  private SpanSpec last = new SpanSpec("", "", 0, 0);

  private TraceSpec(TraceId traceId) {
    this.traceId = traceId;
  }

  public static TraceSpec trace() {
    return new TraceSpec(new TraceId(1, 2));
  }

  public static TraceSpec trace(long id) {
    return new TraceSpec(new TraceId(7, id));
  }

  /** A span without a parent. */
  public TraceSpec root(String service, long start, long end) {
    return add(new SpanSpec(service, "op", start, end), 0);
  }

  /** A span below the last one called {@code parent}. */
  public TraceSpec child(String parent, String service, long start, long end) {
    return add(new SpanSpec(service, "op", start, end), find(parent).id);
  }

  /** A span whose parent is not in the trace. */
  public TraceSpec orphan(String service, long start, long end) {
    return add(new SpanSpec(service, "op", start, end), 0xDEAD_0000L + spans.size());
  }

  private TraceSpec add(SpanSpec span, long parentId) {
    span.id = spans.size() + 1L;
    span.parentId = parentId;
    spans.add(span);
    last = span;
    return this;
  }

  /** Names the last span. */
  public TraceSpec as(String label) {
    last.label = label;
    return this;
  }

  public TraceSpec operation(String operation) {
    last.operation = operation;
    return this;
  }

  public TraceSpec id(long id) {
    last.id = id;
    return this;
  }

  public TraceSpec parentId(long id) {
    last.parentId = id;
    return this;
  }

  public TraceSpec kind(SpanKind kind) {
    last.kind = kind;
    return this;
  }

  public TraceSpec host(String host) {
    last.host = host;
    return this;
  }

  /** Gives the last span a value of one of {@link #ATTRIBUTES}. */
  public TraceSpec attribute(String key, String value) {
    last.attributes.put(key, value);
    return this;
  }

  /** Says whether the last span failed. */
  public TraceSpec error(boolean failed) {
    last.error = failed;
    return this;
  }

  /** Says that its sender may send the last span in parts. */
  public TraceSpec part() {
    last.part = true;
    return this;
  }

  /** A part of the last span, without time. */
  public TraceSpec partWithoutTime() {
    part().again();
    last.part = true;
    last.timeless = true;
    return this;
  }

  public TraceSpec async() {
    last.async = true;
    return this;
  }

  /** The last span once more, as a redelivery would bring it. */
  public TraceSpec again() {
    SpanSpec copy = new SpanSpec(last.service, last.operation, last.start, last.end);
    copy.label = last.label;
    copy.kind = last.kind;
    copy.host = last.host;
    copy.async = last.async;
    copy.attributes.putAll(last.attributes);
    long id = last.id;
    long parentId = last.parentId;
    add(copy, parentId);
    copy.id = id;
    return this;
  }

  public List<SpanSpec> spans() {
    return spans;
  }

  public TraceId traceId() {
    return traceId;
  }

  private SpanSpec find(String label) {
    for (int i = spans.size() - 1; i >= 0; i--) {
      if (spans.get(i).label.equals(label)) {
        return spans.get(i);
      }
    }
    throw new IllegalArgumentException("no span called " + label);
  }

  /** The spans as fragments of one span each, in the order in which they were written down. */
  public List<Fragment> fragments(long timeMillis) {
    List<Fragment> fragments = new ArrayList<>();
    for (SpanSpec span : spans) {
      fragments.addAll(fragmentsOf(List.of(span), timeMillis));
    }
    return fragments;
  }

  /** All spans as one fragment. */
  public Fragment fragment(long timeMillis) {
    return fragmentsOf(spans, timeMillis).get(0);
  }

  /** Some of the spans as fragments, however they are batched. */
  public List<Fragment> fragmentsOf(List<SpanSpec> some, long timeMillis) {
    FragmentBuilder builder = new FragmentBuilder(new SpanRules(3_600_000, Set.of(), ATTRIBUTES));
    builder.begin(Long.MAX_VALUE / 4_000_000);
    for (SpanSpec span : some) {
      Slice service = new Slice();
      Slice host = new Slice();
      service.set(span.service);
      host.set(span.host);
      builder.resource(service, host);
      builder.span(draft(span));
    }
    List<Fragment> fragments = new ArrayList<>();
    builder.finish(timeMillis, timeMillis, fragments::add);
    return fragments;
  }

  private SpanDraft draft(SpanSpec span) {
    SpanDraft draft = new SpanDraft(ATTRIBUTES.size());
    draft.traceId(traceId.high(), traceId.low());
    draft.spanId(span.id);
    draft.parentId(span.parentId);
    draft.kind(span.kind);
    draft.async(span.async);
    draft.error(span.error);
    draft.part(span.part);
    draft.startNanos(span.timeless ? 0 : BASE + span.start);
    draft.endNanos(span.timeless ? 0 : BASE + span.end);
    draft.name().set(span.operation);
    span.attributes.forEach((key, value) -> draft.attribute(ATTRIBUTES.indexOf(key)).set(value));
    return draft;
  }

  /** The trace as it closes when all its spans came in one record. */
  public AssembledTrace assembled() {
    return assembled(List.of(fragment(0)));
  }

  public AssembledTrace assembled(List<Fragment> fragments) {
    return new AssembledTrace(traceId, 20_000, false, 0, false, fragments);
  }

  /** The trace with its spans in another order and in other batches. */
  public AssembledTrace shuffled(Random random) {
    List<SpanSpec> order = new ArrayList<>(spans);
    Collections.shuffle(order, random);
    List<Fragment> fragments = new ArrayList<>();
    int from = 0;
    while (from < order.size()) {
      int to = Math.min(order.size(), from + 1 + random.nextInt(4));
      fragments.addAll(fragmentsOf(order.subList(from, to), 0));
      from = to;
    }
    return assembled(fragments);
  }
}
