package io.tracemill.analysis.span;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FragmentBuilderTest {
  private static final long RECORD_MILLIS = 1_700_000_000_000L;
  private static final long MAX_FUTURE_MILLIS = 3_600_000;
  private static final long NOW = RECORD_MILLIS * 1_000_000;

  private final SpanDraft draft = new SpanDraft(2);
  private final FragmentBuilder builder =
      new FragmentBuilder(
          new SpanRules(
              MAX_FUTURE_MILLIS, Set.of(OperationNames.Rule.DIGITS), List.of("version", "region")));

  @BeforeEach
  void begin() {
    builder.begin(RECORD_MILLIS);
    resource("cart", "host-1");
  }

  @Test
  void spansComeBackAsTheyWentIn() {
    span(
        span -> {
          span.parentId(9);
          span.async(true);
          span.kind(SpanKind.CONSUMER);
          span.error(true);
          span.attribute(1).set("eu");
        });

    assertThat(ReadSpan.of(onlyFragment()))
        .containsExactly(
            new ReadSpan(
                new TraceId(1, 2),
                "cart",
                "host-1",
                3,
                9,
                true,
                SpanKind.CONSUMER,
                true,
                NOW,
                10,
                "GET /",
                Map.of(1, "eu")));
  }

  @Test
  void aRecordWithTwoTracesGivesTwoFragmentsInOrderOfAppearance() {
    span(span -> span.traceId(1, 1));
    span(span -> span.traceId(2, 2));
    span(span -> span.traceId(1, 1));

    List<Fragment> fragments = finish();

    assertThat(fragments)
        .extracting(Fragment::traceId)
        .containsExactly(new TraceId(1, 1), new TraceId(2, 2));
    assertThat(fragments).extracting(Fragment::spans).containsExactly(2, 1);
  }

  @Test
  void manyTracesAreToldApart() {
    for (int trace = 1; trace <= 1000; trace++) {
      int low = trace;
      span(span -> span.traceId(0, low));
      span(span -> span.traceId(low, 0));
    }

    assertThat(finish())
        .hasSize(2000)
        .allSatisfy(fragment -> assertThat(fragment.spans()).isEqualTo(1));
  }

  @Test
  void aSpanBelongsToTheResourceAnnouncedLast() {
    span(span -> {});
    resource("db", "");
    span(span -> {});
    resource("cart", "host-1");
    span(span -> {});

    assertThat(ReadSpan.of(onlyFragment()))
        .extracting(ReadSpan::service, ReadSpan::host)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("cart", "host-1"),
            org.assertj.core.groups.Tuple.tuple("db", ""),
            org.assertj.core.groups.Tuple.tuple("cart", "host-1"));
  }

  @Test
  void onlyASpanWithoutAParentMakesARoot() {
    span(span -> span.parentId(7));
    assertThat(onlyFragment().root()).isFalse();

    begin();
    span(span -> span.parentId(7));
    span(span -> span.parentId(0));
    assertThat(onlyFragment().root()).isTrue();
  }

  @Test
  void aRootIsNeverAsync() {
    span(span -> span.async(true));

    assertThat(ReadSpan.of(onlyFragment())).noneMatch(ReadSpan::async);
  }

  @Test
  void operationNamesAreNormalized() {
    span(span -> span.name().set("GET /users/17"));

    assertThat(ReadSpan.of(onlyFragment()))
        .extracting(ReadSpan::operation)
        .containsExactly("GET /users/{id}");
  }

  @Test
  void anAttributeMayBeEmptyOrAbsent() {
    span(span -> span.attribute(0).clear());

    assertThat(ReadSpan.of(onlyFragment()))
        .extracting(ReadSpan::attributes)
        .containsExactly(Map.of(0, ""));
  }

  @Test
  void nothingOfARecordIsLeftInTheNext() {
    span(span -> span.spanId(0));
    span(span -> {});
    builder.begin(RECORD_MILLIS);

    assertThat(finish()).isEmpty();
    assertThat(builder.spans()).isZero();
    assertThat(builder.rejected(RejectReason.INVALID_SPAN_ID)).isZero();
  }

  @Test
  void aZeroTraceIdIsRejectedWithoutAFragment() {
    span(span -> span.traceId(0, 0));
    span(span -> span.traceId(new byte[15], 0, 15));

    assertThat(finish()).isEmpty();
    assertThat(builder.rejected(RejectReason.INVALID_TRACE_ID)).isEqualTo(2);
    assertThat(builder.spans()).isEqualTo(2);
  }

  @Test
  void everyOtherRejectionMarksItsTrace() {
    assertRejected(RejectReason.INVALID_SPAN_ID, span -> span.spanId(0));
    assertRejected(RejectReason.INVALID_SPAN_ID, span -> span.spanId(new byte[7], 0, 7));
    assertRejected(RejectReason.INVALID_PARENT_ID, span -> span.parentId(new byte[9], 0, 9));
    assertRejected(RejectReason.INVALID_PARENT_ID, SpanDraft::parentIdInvalid);
    assertRejected(RejectReason.NEGATIVE_DURATION, span -> span.endNanos(NOW - 1));
    assertRejected(RejectReason.NEGATIVE_DURATION, span -> span.startNanos(-1));
    assertRejected(RejectReason.BEFORE_EPOCH, span -> span.endNanos(-1));
    assertRejected(RejectReason.NEGATIVE_DURATION, span -> span.endNanos(0));
    assertRejected(RejectReason.NO_TIMESTAMP, span -> span.startNanos(0));
    assertRejected(
        RejectReason.NO_TIMESTAMP,
        span -> {
          span.startNanos(0);
          span.endNanos(0);
        });
    assertRejected(RejectReason.TOO_LONG, span -> span.startNanos(1));
    assertRejected(
        RejectReason.IN_FUTURE, span -> span.endNanos(NOW + MAX_FUTURE_MILLIS * 1_000_000 + 1));
    assertRejected(RejectReason.IN_FUTURE, span -> span.endNanos(Long.MIN_VALUE));
  }

  private void assertRejected(RejectReason reason, Consumer<SpanDraft> change) {
    begin();
    span(span -> {});
    span(change);

    Fragment fragment = onlyFragment();
    assertThat(ReadSpan.rejectedOf(fragment)).isEqualTo(1);
    assertThat(fragment.spans()).isEqualTo(1);
    assertThat(builder.rejected(reason)).isEqualTo(1);
  }

  @Test
  void anEndJustWithinTheAllowedFutureIsKept() {
    span(span -> span.endNanos(NOW + MAX_FUTURE_MILLIS * 1_000_000));

    assertThat(onlyFragment().spans()).isEqualTo(1);
  }

  @Test
  void aRecordFromTheEndOfTimeDoesNotPutItsSpansIntoTheFuture() {
    builder.begin(Long.MAX_VALUE);
    span(span -> {});

    assertThat(onlyFragment().spans()).isEqualTo(1);
  }

  @Test
  void aRecordFromTheBeginningOfTimeHasAllItsSpansInTheFuture() {
    builder.begin(Long.MIN_VALUE);
    span(span -> {});

    assertThat(builder.rejected(RejectReason.IN_FUTURE)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "é", "€", "😀"})
  void longNamesAreCutBetweenCharacters(String character) {
    for (int shift = 0; shift < 4; shift++) {
      begin();
      String name = "x".repeat(shift) + character.repeat(FragmentBuilder.MAX_NAME_BYTES);
      span(span -> span.name().set(name));

      String kept = ReadSpan.of(onlyFragment()).get(0).operation();

      int size = kept.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
      assertThat(name).startsWith(kept);
      assertThat(size)
          .isBetween(FragmentBuilder.MAX_NAME_BYTES - 3, FragmentBuilder.MAX_NAME_BYTES);
    }
  }

  @Test
  void namesOfExactlyTheLimitAreKeptWhole() {
    String name = "n".repeat(FragmentBuilder.MAX_NAME_BYTES);
    resource(name, name);
    span(
        span -> {
          span.name().set(name);
          span.attribute(0).set(name + "!");
        });

    ReadSpan read = ReadSpan.of(onlyFragment()).get(0);

    assertThat(Collections.frequency(List.of(read.service(), read.host(), read.operation()), name))
        .isEqualTo(3);
    assertThat(read.attributes()).containsEntry(0, name);
  }

  private void resource(String service, String host) {
    Slice serviceName = new Slice();
    serviceName.set(service);
    Slice hostName = new Slice();
    hostName.set(host);
    builder.resource(serviceName, hostName);
  }

  /** A valid span but for what {@code change} does to it. */
  private void span(Consumer<SpanDraft> change) {
    draft.clear();
    draft.traceId(1, 2);
    draft.spanId(3);
    draft.startNanos(NOW);
    draft.endNanos(NOW + 10);
    draft.name().set("GET /");
    change.accept(draft);
    builder.span(draft);
  }

  private Fragment onlyFragment() {
    List<Fragment> fragments = finish();
    assertThat(fragments).hasSize(1);
    return fragments.get(0);
  }

  private List<Fragment> finish() {
    List<Fragment> fragments = new ArrayList<>();
    builder.finish(RECORD_MILLIS, RECORD_MILLIS, fragments::add);
    return fragments;
  }
}
