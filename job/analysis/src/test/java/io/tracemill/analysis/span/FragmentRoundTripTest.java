package io.tracemill.analysis.span;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class FragmentRoundTripTest {
  private static final int ATTRIBUTES = 3;

  @Property
  void whatIsWrittenIsRead(@ForAll("records") List<ReadSpan> spans) {
    List<ReadSpan> read = new ArrayList<>();
    for (Fragment fragment : write(spans)) {
      List<ReadSpan> ofTrace = ReadSpan.of(fragment);
      assertThat(fragment.spans()).isEqualTo(ofTrace.size());
      assertThat(fragment.root()).isEqualTo(ofTrace.stream().anyMatch(s -> s.parentId() == 0));
      read.addAll(ofTrace);
    }

    assertThat(read).containsExactlyInAnyOrderElementsOf(spans);
  }

  @Property
  void fragmentsOfATraceCanBePutOneBehindTheOther(
      @ForAll("records") List<ReadSpan> first, @ForAll("records") List<ReadSpan> second) {
    TraceId trace = new TraceId(0, 1);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    List<ReadSpan> expected = new ArrayList<>();
    for (List<ReadSpan> record : List.of(first, second)) {
      write(record).stream()
          .filter(fragment -> fragment.traceId().equals(trace))
          .forEach(fragment -> bytes.writeBytes(fragment.bytes()));
      record.stream().filter(span -> span.traceId().equals(trace)).forEach(expected::add);
    }

    Fragment joined = new Fragment(trace, 0, 0, expected.size(), false, bytes.toByteArray());

    assertThat(ReadSpan.of(joined)).containsExactlyElementsOf(expected);
  }

  private static List<Fragment> write(List<ReadSpan> spans) {
    FragmentBuilder builder =
        new FragmentBuilder(new SpanRules(0, Set.of(), List.of("a", "b", "c")));
    builder.begin(Long.MAX_VALUE);
    SpanDraft draft = new SpanDraft(ATTRIBUTES);
    for (ReadSpan span : spans) {
      Slice service = new Slice();
      service.set(span.service());
      Slice host = new Slice();
      host.set(span.host());
      builder.resource(service, host);
      fill(draft, span);
      builder.span(draft);
    }
    List<Fragment> fragments = new ArrayList<>();
    builder.finish(0, 0, fragments::add);
    return fragments;
  }

  private static void fill(SpanDraft draft, ReadSpan span) {
    draft.clear();
    draft.traceId(span.traceId().high(), span.traceId().low());
    draft.spanId(span.spanId());
    draft.parentId(span.parentId());
    draft.async(span.async());
    draft.kind(span.kind());
    draft.error(span.error());
    draft.startNanos(span.startNanos());
    draft.endNanos(span.startNanos() + span.durationNanos());
    draft.name().set(span.operation());
    span.attributes().forEach((index, value) -> draft.attribute(index).set(value));
  }

  @Provide
  Arbitrary<List<ReadSpan>> records() {
    return spans().list().ofMaxSize(30);
  }

  private static Arbitrary<ReadSpan> spans() {
    Arbitrary<TraceId> traces =
        Combinators.combine(Arbitraries.longs().between(0, 1), Arbitraries.longs().between(1, 3))
            .as(TraceId::new);
    Arbitrary<String> names = Arbitraries.of("", "cart", "naïve", "日本", "😀", "x".repeat(200));
    Arbitrary<Long> ids = Arbitraries.longs().filter(id -> id != 0);
    Arbitrary<Long> parents = Arbitraries.oneOf(Arbitraries.just(0L), ids);
    Arbitrary<Long> times = Arbitraries.longs().between(1, Long.MAX_VALUE / 2 - 1_000_000);
    Arbitrary<Long> durations = Arbitraries.longs().between(0, FragmentBuilder.MAX_DURATION_NANOS);
    Arbitrary<Map<Integer, String>> attributes =
        Arbitraries.maps(Arbitraries.integers().between(0, ATTRIBUTES - 1), names)
            .map(TreeMap::new);
    return Combinators.combine(
            traces,
            names,
            ids,
            parents,
            Arbitraries.of(SpanKind.class),
            times,
            durations,
            attributes)
        .as(
            (trace, name, id, parent, kind, start, duration, values) ->
                new ReadSpan(
                    trace,
                    name,
                    name + "-host",
                    id,
                    parent,
                    parent > 0,
                    kind,
                    id > 0,
                    start,
                    duration,
                    name + "/op",
                    values));
  }
}
