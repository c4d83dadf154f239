package io.tracemill.analysis.trace;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.AttributeCursor;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TraceTreeBuilderTest {
  private static final Set<Set<SpanKind>> MAY_SHARE =
      Set.of(
          EnumSet.of(SpanKind.CLIENT, SpanKind.SERVER),
          EnumSet.of(SpanKind.PRODUCER, SpanKind.CONSUMER),
          EnumSet.of(SpanKind.SERVER),
          EnumSet.of(SpanKind.CONSUMER));

  private static final Set<SpanKind> MAY_BE_REMOTE =
      EnumSet.of(SpanKind.SERVER, SpanKind.CONSUMER, SpanKind.UNSPECIFIED);

  private final TraceTreeBuilder builder = new TraceTreeBuilder(true, new Vocabulary(1000));

  private TraceTree build(TraceSpec spec) {
    return builder.build(spec.assembled());
  }

  private String text(TraceSpec spec) {
    return TreeText.of(build(spec));
  }

  @Test
  void siblingsStandByStartThenById() {
    TraceSpec spec =
        trace().root("r", 0, 100).child("r", "c", 20, 30).child("r", "b", 10, 20).id(-1);
    spec.child("r", "a", 10, 20).id(9);

    assertThat(text(spec)).isEqualTo("r(a b c)");
  }

  @Test
  void redeliveredSpansCountOnce() {
    TraceTree tree = build(trace().root("r", 0, 100).child("r", "a", 10, 20).again().again());

    assertThat(TreeText.of(tree)).isEqualTo("r(a)");
    assertThat(builder.duplicates()).isEqualTo(2);
    assertThat(builder.clashes()).isZero();
    assertThat(tree.complete()).isTrue();
  }

  @Test
  void aRedeliveredSpanThatGrewKeepsItsLatestEnd() {
    TraceTree tree =
        build(trace().root("r", 0, 100).child("r", "a", 10, 20).child("r", "a", 10, 30).id(2));

    assertThat(tree.recordedEnd[1]).isEqualTo(TraceSpec.BASE + 30);
    assertThat(builder.duplicates()).isEqualTo(1);
  }

  @Test
  void aClashOfIdsKeepsTheSpanThatStartedFirst() {
    TraceSpec spec = trace().root("r", 0, 100).child("r", "late", 30, 40);
    spec.child("r", "early", 10, 20).id(2).child("r", "between", 20, 25).id(2);

    TraceTree tree = build(spec);
    assertThat(TreeText.of(tree)).isEqualTo("r(early)");
    assertThat(tree.complete()).isFalse();
    assertThat(builder.clashes()).isEqualTo(2);
    assertThat(builder.duplicates()).isZero();
  }

  @Test
  void spansThatShareAnIdClashUnlessTheyAreHalvesOfACallOrTwoOfItsServers() {
    for (SpanKind one : SpanKind.values()) {
      for (SpanKind two : SpanKind.values()) {
        TraceSpec spec = trace().root("r", 0, 100).child("r", "a", 10, 20).kind(one);
        spec.child("r", "b", 11, 19).id(2).kind(two);

        build(spec);
        assertThat(builder.clashes())
            .as("%s and %s", one, two)
            .isEqualTo(MAY_SHARE.contains(EnumSet.of(one, two)) ? 0 : 1);
      }
    }
  }

  @Test
  void theServerHalfOfASharedIdHangsBelowTheClientHalf() {
    TraceSpec spec = trace().root("r", 0, 100);
    spec.child("r", "client", 10, 50).kind(SpanKind.CLIENT);
    spec.child("r", "server", 20, 40).kind(SpanKind.SERVER).id(2);
    spec.child("server", "db", 25, 30);

    TraceTree tree = build(spec);
    assertThat(TreeText.of(tree)).isEqualTo("r(client(server(db)))");
    assertThat(builder.clashes()).isZero();
    assertThat(tree.complete()).isTrue();
  }

  @Test
  void theHalvesOfASharedIdAreToldApartByKindWhicheverStartedFirst() {
    TraceSpec spec = trace().root("r", 0, 100);
    spec.child("r", "client", 10, 50).kind(SpanKind.CLIENT);
    spec.child("r", "server", 5, 40).kind(SpanKind.SERVER).id(2);
    spec.child("server", "db", 25, 30);

    assertThat(text(spec)).isEqualTo("r(client(server(db)))");
  }

  @Test
  void theServerHalfNamesTheParentOfItsSharedIdOrNone() {
    TraceSpec spec = trace().root("r", 0, 100);
    spec.child("r", "client", 10, 50).kind(SpanKind.CLIENT);
    spec.root("server", 20, 40).kind(SpanKind.SERVER).id(2).parentId(0);
    spec.child("server", "db", 25, 30);

    assertThat(text(spec)).isEqualTo("r(client(server(db)))");
  }

  @Test
  void aServerHalfWithoutItsClientHalfHangsWhereThatWould() {
    TraceSpec spec = trace().root("r", 0, 100);
    spec.child("r", "server", 20, 40).kind(SpanKind.SERVER);
    spec.child("server", "db", 25, 30);

    assertThat(text(spec)).isEqualTo("r(server(db))");
  }

  @Test
  void allServersBelowOneClientAreKeptAndAChildBelongsToTheOneOfItsService() {
    TraceSpec spec = trace().root("r", 0, 100);
    spec.child("r", "client", 10, 50).kind(SpanKind.CLIENT);
    spec.child("r", "server", 20, 30).kind(SpanKind.SERVER).id(2);
    spec.child("r", "retry", 35, 45).kind(SpanKind.SERVER).id(2);
    spec.child("retry", "retry", 36, 40).as("inner").child("server", "server", 21, 24);

    TraceTree tree = build(spec);
    assertThat(TreeText.of(tree)).isEqualTo("r(client(server(server) retry(retry)))");
    assertThat(builder.clashes()).isZero();
    assertThat(tree.complete()).isTrue();
  }

  @Test
  void aChildOfAThirdServiceBelongsToTheLastServerThatStartedBefore() {
    TraceSpec spec = trace().root("r", 0, 100);
    spec.child("r", "client", 10, 50).kind(SpanKind.CLIENT);
    spec.child("r", "server", 20, 30).kind(SpanKind.SERVER).id(2);
    spec.child("r", "retry", 35, 45).kind(SpanKind.SERVER).id(2);
    spec.child("retry", "db", 36, 40).child("server", "cache", 21, 24);

    assertThat(text(spec)).isEqualTo("r(client(server(cache) retry(db)))");
  }

  @Test
  void aChildOfTheClientsServiceBelongsToTheClientHalf() {
    TraceSpec spec = trace().root("shop", 0, 100);
    spec.child("shop", "shop", 10, 50).as("get").kind(SpanKind.CLIENT);
    spec.child("shop", "stock", 20, 40).kind(SpanKind.SERVER).id(2);
    spec.child("stock", "shop", 11, 15).as("connect");

    assertThat(text(spec)).isEqualTo("shop(shop(shop stock))");
  }

  @Test
  void serversThatShareTheIdOfAnUnseenClientAreBothKept() {
    TraceSpec spec = trace().root("r", 0, 100);
    spec.child("r", "server", 20, 30).kind(SpanKind.SERVER);
    spec.child("r", "retry", 35, 45).kind(SpanKind.SERVER).id(2);

    TraceTree tree = build(spec);
    assertThat(TreeText.of(tree)).isEqualTo("r(server retry)");
    assertThat(tree.complete()).isTrue();
  }

  @Test
  void twoServersOfOneServiceClashUnlessTheirSenderSharesIds() {
    TraceSpec spec = trace().root("r", 0, 100);
    spec.child("r", "client", 10, 50).kind(SpanKind.CLIENT);
    spec.child("r", "server", 20, 30).kind(SpanKind.SERVER).id(2);
    spec.child("r", "server", 35, 45).kind(SpanKind.SERVER).id(2);

    assertThat(text(spec)).isEqualTo("r(client(server))");
    assertThat(builder.clashes()).isEqualTo(1);

    spec.spans().forEach(span -> span.part = true);
    assertThat(text(spec)).isEqualTo("r(client(server server))");
    assertThat(builder.clashes()).isZero();
  }

  @Test
  void aCallHasABoundedNumberOfServers() {
    TraceSpec spec = trace().root("r", 0, 100_000);
    for (int i = 0; i < 2 * SharedIds.MAX_SPANS; i++) {
      spec.child("r", "server " + i, 10L * i, 10L * i + 5).kind(SpanKind.SERVER).id(2);
    }

    assertThat(build(spec).complete()).isFalse();
    assertThat(builder.clashes()).isEqualTo(SharedIds.MAX_SPANS);
  }

  @Test
  void partsOfASpanAreOneWithTheirTagsErrorsAndLongestDuration() {
    TraceSpec spec = trace().root("r", 0, 100).child("r", "a", 10, 20).kind(SpanKind.CLIENT);
    spec.attribute("region", "north").partWithoutTime().error(true);
    spec.attribute("service.version", "2").child("r", "a", 12, 60).id(2).part();
    spec.kind(SpanKind.UNSPECIFIED);

    TraceTree tree = build(spec);
    assertThat(TreeText.of(tree)).isEqualTo("r(a)");
    assertThat(builder.duplicates()).isEqualTo(2);
    assertThat(tree.complete()).isTrue();
    assertThat(tree.error(1)).isTrue();
    assertThat(tree.kind(1)).isEqualTo(SpanKind.CLIENT);
    assertThat(tree.recordedNanos(1)).isEqualTo(48);
    assertThat(partsWithAttributes(tree, 1)).isEqualTo(2);
  }

  private static int partsWithAttributes(TraceTree tree, int span) {
    int found = 0;
    for (int part = tree.firstPart(span); part >= 0; part = tree.nextPart(part)) {
      found += tree.attributes(part, new AttributeCursor()) ? 1 : 0;
    }
    return found;
  }

  @Test
  void aPartWithoutTimeAloneIsRejectedAndItsTraceIncomplete() {
    TraceSpec spec = trace().root("r", 0, 100);
    spec.child("r", "a", 10, 20).partWithoutTime();
    spec.spans().remove(1);

    TraceTree tree = build(spec);
    assertThat(TreeText.of(tree)).isEqualTo("r");
    assertThat(builder.timeless()).isEqualTo(1);
    assertThat(tree.complete()).isFalse();
  }

  @Test
  void anErrorOfARedeliveredSpanCounts() {
    TraceTree tree = build(trace().root("r", 0, 100).child("r", "a", 10, 20).again().error(true));

    assertThat(tree.error(1)).isTrue();
  }

  @Test
  void aSpanThatNamesItselfAsParentIsARoot() {
    TraceSpec spec = trace().root("r", 0, 100).parentId(1).child("r", "a", 10, 20);

    TraceTree tree = build(spec);
    assertThat(TreeText.of(tree)).isEqualTo("r(a)");
    assertThat(tree.complete()).isTrue();
    assertThat(builder.cycles()).isZero();
  }

  @Test
  void aLinkToADescendantIsIgnored() {
    TraceSpec spec = trace().root("r", 0, 100).async().parentId(3);
    spec.child("r", "a", 10, 20).child("a", "b", 12, 18);

    TraceTree tree = build(spec);
    assertThat(TreeText.of(tree)).isEqualTo("r(a(b))");
    assertThat(tree.complete()).isTrue();
    assertThat(tree.opensAsyncRequest(0)).isFalse();
    assertThat(builder.cycles()).isZero();
  }

  @Test
  void inACycleTheEarliestSpanLosesItsParent() {
    TraceSpec spec = trace().root("r", 0, 100).child("r", "a", 10, 20);
    spec.root("x", 2, 10).parentId(5).root("y", 1, 10).parentId(3).root("z", 3, 10).parentId(4);
    spec.child("y", "below", 2, 4);

    TraceTree tree = build(spec);
    assertThat(TreeText.of(tree)).isEqualTo("r(?y(below z(x)) a)");
    assertThat(builder.cycles()).isEqualTo(1);
    assertThat(tree.complete()).isFalse();
  }

  @Test
  void aTraceOfNothingButACycleIsIncomplete() {
    TraceTree tree = build(trace().root("x", 0, 10).parentId(2).root("y", 1, 10).parentId(1));

    assertThat(TreeText.of(tree)).isEqualTo("x(y)");
    assertThat(builder.cycles()).isEqualTo(1);
    assertThat(tree.complete()).isFalse();
  }

  @Test
  void orphanSpansHangBelowTheRoot() {
    TraceSpec spec = trace().root("r", 50, 100).orphan("o", 0, 10).child("o", "p", 2, 4);
    spec.child("r", "a", 60, 70);

    TraceTree tree = build(spec);
    assertThat(TreeText.of(tree)).isEqualTo("r(?o(p) a)");
    assertThat(tree.complete()).isFalse();
  }

  @Test
  void rootsBeyondTheEarliestHangBelowIt() {
    TraceTree tree = build(trace().root("late", 10, 20).root("early", 0, 100));

    assertThat(TreeText.of(tree)).isEqualTo("early(?late)");
    assertThat(tree.complete()).isFalse();
  }

  @Test
  void withoutARootTheEarliestOrphanStandsIn() {
    TraceSpec spec =
        trace().orphan("late", 10, 20).orphan("early", 0, 5).child("late", "a", 11, 12);

    TraceTree tree = build(spec);
    assertThat(TreeText.of(tree)).isEqualTo("early(?late(a))");
    assertThat(tree.complete()).isFalse();
  }

  @Test
  void aRootIsPreferredToAnEarlierOrphan() {
    assertThat(text(trace().orphan("o", 0, 5).root("r", 10, 20))).isEqualTo("r(?o)");
  }

  @Test
  void aRemoteRootIsCompleteByTheRuleOnly() {
    TraceSpec spec = trace().orphan("r", 0, 100).child("r", "a", 10, 20);
    TraceTreeBuilder strict = new TraceTreeBuilder(false, new Vocabulary(1000));

    assertThat(build(spec).complete()).isTrue();
    assertThat(strict.build(spec.assembled()).complete()).isFalse();
    assertThat(TreeText.of(strict.tree())).isEqualTo("r(a)");
  }

  @Test
  void aSpanWithItsParentInItsOwnProcessIsNoRemoteRoot() {
    for (SpanKind kind : SpanKind.values()) {
      assertThat(build(trace().orphan("r", 0, 100).kind(kind)).complete())
          .as("%s", kind)
          .isEqualTo(MAY_BE_REMOTE.contains(kind));
      assertThat(build(trace().root("r", 0, 100).kind(kind)).complete()).isTrue();
    }
  }

  @Test
  void twoSpansWithoutTheirParentAreNoRemoteRoot() {
    assertThat(build(trace().orphan("r", 0, 100).orphan("s", 0, 100)).complete()).isFalse();
  }

  @Test
  void theMarkOfARejectedSpanMakesTheTraceIncomplete() {
    TraceTree tree = build(trace().root("r", 0, 100).child("r", "negative", 20, 10));

    assertThat(TreeText.of(tree)).isEqualTo("r");
    assertThat(tree.complete()).isFalse();
  }

  @Test
  void aTraceThatACapClosedIsIncomplete() {
    TraceSpec spec = trace().root("r", 0, 100);
    TraceTree tree =
        builder.build(
            new AssembledTrace(spec.traceId(), 20_000, true, 3, false, spec.fragments(0)));

    assertThat(tree.complete()).isFalse();
    assertThat(tree.truncated()).isTrue();
  }

  @Test
  void aChildOfAProducerIsAsynchronousIfItIsAConsumer() {
    TraceSpec spec = trace().root("r", 0, 100).kind(SpanKind.PRODUCER);
    spec.child("r", "consumer", 10, 20).kind(SpanKind.CONSUMER).child("r", "b", 30, 40);
    spec.child("consumer", "below", 12, 14).child("r", "follows", 50, 60).async();

    TraceTree tree = build(spec);
    assertThat(TreeText.of(tree)).isEqualTo("r(consumer(below) b follows)");
    assertThat(tree.async(1)).isTrue();
    assertThat(tree.async(2)).isFalse();
    assertThat(tree.async(3)).isFalse();
    assertThat(tree.async(4)).isTrue();
  }

  @Property
  void theOrderOfArrivalChangesNothing(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 20) int spans) {
    TraceSpec spec = RandomTraces.dirty(random, spans);
    String tree = TreeText.detailed(build(spec));
    boolean complete = builder.tree().complete();
    int duplicates = builder.duplicates();
    int clashes = builder.clashes();
    int cycles = builder.cycles();

    assertThat(TreeText.detailed(builder.build(spec.shuffled(random)))).isEqualTo(tree);
    assertThat(builder.tree().complete()).isEqualTo(complete);
    assertThat(builder.duplicates()).isEqualTo(duplicates);
    assertThat(builder.clashes()).isEqualTo(clashes);
    assertThat(builder.cycles()).isEqualTo(cycles);
  }

  @Property
  void everySpanIsInTheTreeOrInAnAccount(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 30) int spans) {
    TraceSpec spec = RandomTraces.dirty(random, spans);

    assertThat(build(spec).size() + builder.duplicates() + builder.clashes() + builder.timeless())
        .isEqualTo(spec.spans().size());
  }

  @Property
  void theTreeIsInPreorder(@ForAll Random random, @ForAll @IntRange(min = 1, max = 30) int spans) {
    TraceTree tree = build(RandomTraces.dirty(random, spans));

    for (int span = 1; span < tree.size(); span++) {
      int parent = tree.parent(span);
      assertThat(parent).isBetween(0, span - 1);
      assertThat(tree.subtreeEnd(span)).isBetween(span + 1, tree.subtreeEnd(parent));
      int next = tree.subtreeEnd(span);
      if (next < tree.subtreeEnd(parent)) {
        assertThat(tree.parent(next)).isEqualTo(parent);
        assertThat(tree.recordedStart[next]).isGreaterThanOrEqualTo(tree.recordedStart[span]);
      }
    }
  }
}
