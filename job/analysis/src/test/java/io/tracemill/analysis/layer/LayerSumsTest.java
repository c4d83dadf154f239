package io.tracemill.analysis.layer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.Signatures;
import io.tracemill.analysis.sketch.LatencyStrata;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.PlainFrames;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LayerSumsTest {
  private final LayerFiller filler = new LayerFiller(0);

  private Signatures add(TraceSpec spec, LayerSums to) {
    return filler.add(AnalyzedTrees.of(spec, 0).tree(), to);
  }

  private void add(TraceSpec spec, LayerSums to, SlowLayers reference) {
    Signatures found = add(spec, to);
    reference.add(AnalyzedTrees.of(spec, 0).tree(), found);
  }

  @Property(tries = 100)
  void allSumsEqualThoseOfAReferenceThatKeepsEverySpan(@ForAll Random random) {
    LayerSums sums = new LayerSums();
    SlowLayers reference = new SlowLayers();
    for (int trace = 0; trace < 60; trace++) {
      // Few spans, so that many traces fall into the same group.
      add(RandomTraces.linked(random, 1 + random.nextInt(5), 10), sums, reference);
    }

    LayerComparison.assertEqual(sums, reference);
    assertThat(sums.orders().keySet()).isEqualTo(reference.orders.keySet());
    assertThat(sums.structures().keySet()).isEqualTo(reference.structures.keySet());
  }

  @Property(tries = 50)
  void mergingInAnyOrderAndThroughBytesGivesTheSameBytes(@ForAll Random random) throws IOException {
    LayerSums whole = new LayerSums();
    List<LayerSums> parts = new ArrayList<>();
    for (int part = 0; part < 4; part++) {
      parts.add(new LayerSums());
      for (int trace = 0; trace < 10; trace++) {
        TraceSpec spec = RandomTraces.linked(random, 1 + random.nextInt(6), 10);
        add(spec, whole);
        add(spec, parts.get(part));
      }
    }
    Collections.shuffle(parts, random);
    LayerSums merged = new LayerSums();
    for (LayerSums part : parts) {
      merged.merge(read(bytes(part)));
    }
    assertThat(bytes(merged)).isEqualTo(bytes(whole));
  }

  @Test
  void groupsBeyondTheLimitCountInTheirStructureAndThenInOperationsOnly() {
    LayerSums sums = new LayerSums();
    Random random = new Random(1);
    for (int trace = 0; trace < 3_000; trace++) {
      // All have the same spans, in nearly as many orders as there are traces.
      TraceSpec spec = TraceSpec.trace(trace + 1L).root("a", 0, 1_000_000).as("a");
      for (int child = 0; child < 12; child++) {
        long start = random.nextInt(900_000);
        spec.child("a", "c" + child, start, start + 1 + random.nextInt(90_000));
      }
      add(spec, sums);
    }
    long named = sums.orders().values().stream().mapToLong(GroupSums::requests).sum();
    assertThat(named).isLessThan(3_000);
    assertThat(sums.structures()).hasSize(1);
    assertThat(sums.structures().values().iterator().next().requests()).isEqualTo(3_000);
    assertThat(sums.unnamed()).isZero();

    for (int trace = 0; trace < 3_000; trace++) {
      add(
          TraceSpec.trace(9_000L + trace).root("a", 0, 10).as("a").child("a", "d" + trace, 1, 5),
          sums);
    }
    assertThat(sums.unnamed()).isPositive();
    assertThat(sums.requestsByStratum().values().stream().mapToLong(n -> n).sum()).isEqualTo(6_000);
    Frame first = Frame.of("a", "op");
    Map<Frame, OperationTimes> operations =
        sums.operations().times(sums.requestsByStratum().keySet());
    Moments all = requireNonNull(operations.get(first)).durations().moments();
    assertThat(all.count()).isEqualTo(6_000);
    assertThat(all.sumNanos()).isEqualTo(3_000 * 1_000_000L + 3_000 * 10L);
  }

  @Test
  void theTailIsAChoiceOfStrata() {
    LayerSums sums = new LayerSums();
    for (int trace = 0; trace < 100; trace++) {
      long nanos = trace < 98 ? 1_000_000 : 50_000_000;
      add(TraceSpec.trace(trace + 1L).root("a", 0, nanos), sums);
    }
    int slow = LatencyStrata.numberOf(50_000_000);
    GroupSums group = sums.orders().values().iterator().next();
    assertThat(group.requests(List.of(slow))).isEqualTo(2);
    assertThat(group.moments(0, List.of(slow)).meanNanos()).isEqualTo(50_000_000);
    assertThat(
            sums.operations()
                .times(List.of(slow))
                .values()
                .iterator()
                .next()
                .durations()
                .quantile(0.5))
        .isBetween(49_500_000L, 50_500_000L);
  }

  @Test
  void childrenThatBeginInAnotherOrderAreGroupsOfTheirOwnInOneStructure() {
    LayerSums sums = new LayerSums();
    List<CallTreeSignature> orders = new ArrayList<>();
    for (String sequence : List.of("bcbc", "bccb", "cbcb")) {
      TraceSpec spec = TraceSpec.trace(orders.size() + 1L).root("a", 0, 100).as("a");
      for (int i = 0; i < sequence.length(); i++) {
        spec.child("a", sequence.substring(i, i + 1), 10 + 20 * i, 20 + 20 * i);
      }
      orders.add(add(spec, sums).order());
    }
    assertThat(sums.orders().keySet()).containsExactlyInAnyOrderElementsOf(orders);
    assertThat(orders).doesNotHaveDuplicates();
    assertThat(sums.structures()).hasSize(1);
  }

  private static byte[] bytes(LayerSums sums) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sums.write(new DataOutputStream(bytes), PlainFrames::write);
    return bytes.toByteArray();
  }

  private static LayerSums read(byte[] bytes) throws IOException {
    return LayerSums.read(new DataInputStream(new ByteArrayInputStream(bytes)), PlainFrames::read);
  }
}
