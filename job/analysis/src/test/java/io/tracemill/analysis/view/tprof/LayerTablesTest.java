package io.tracemill.analysis.view.tprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptTraces;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.view.tprof.Finding.Kind;
import io.tracemill.analysis.view.tprof.LayerTables.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LayerTablesTest {
  private static final DiagnosisParameters PARAMETERS =
      DiagnosisParameters.standard(KeptTraces.rules(0));

  private static List<Row> rows(List<KeptRequest> requests) {
    List<Row> rows = new ArrayList<>();
    LayerTables.of(requests, PARAMETERS, rows::add);
    return rows;
  }

  private static List<KeptRequest> random(Random random) {
    return Stream.generate(() -> RandomTraces.linked(random, 1 + random.nextInt(8), 1_000))
        .limit(30)
        .map(KeptTraces::of)
        .toList();
  }

  private static double explained(List<Row> rows, int layer, Kind... kinds) {
    return rows.stream()
        .filter(row -> row.layer() == layer && List.of(kinds).contains(row.kind()))
        .mapToDouble(Row::explained)
        .sum();
  }

  @Property(tries = 100)
  void everyLayerOfATypeExplainsTheSame(@ForAll Random random) {
    List<Row> rows = rows(random(random));
    double types = explained(rows, 2, Kind.OPERATION_SELF);

    assertThat(explained(rows, 3, Kind.SPAN)).isCloseTo(types, within(1e-6));
    assertThat(explained(rows, 4, Kind.SUB_SPAN)).isCloseTo(types, within(1e-6));
  }

  @Property(tries = 60)
  void theFiguresOfAnOperationAreThoseOfItsFinding(@ForAll Random random) {
    assertFiguresOfFindings(random(random));
  }

  /** The slowest of all requests are not those of the only type that has the operation. */
  @Test
  void theTailOfAnOperationOfOneTypeIsThatOfAllRequests() {
    List<KeptRequest> requests = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      requests.add(request(2 * i + 1, "fast", 10 + i));
      requests.add(request(2 * i + 2, "slow", 1_000 + i));
    }
    assertFiguresOfFindings(requests);
  }

  private static KeptRequest request(long id, String service, long end) {
    return KeptTraces.of(TraceSpec.trace(id).root(service, 0, end));
  }

  private static void assertFiguresOfFindings(List<KeptRequest> requests) {
    List<Row> rows = rows(requests);

    for (Finding finding : Diagnosis.of(requests, PARAMETERS).byCriticalPath()) {
      assertThat(rows)
          .filteredOn(
              row ->
                  row.layer() == 1
                      && row.kind() == Kind.OPERATION_SELF
                      && row.operation().equals(finding.operation()))
          .singleElement()
          .satisfies(row -> assertThat(row.times()).isEqualTo(finding.times()))
          .satisfies(
              row -> assertThat(row.explained()).isCloseTo(finding.explained(), within(1e-9)));
    }
  }

  @Test
  void aPartIsNamedByTheCallsAboveItAndTheCallThatEndsIt() {
    TraceSpec spec =
        TraceSpec.trace(1)
            .root("front", 0, 100)
            .child("front", "db", 10, 40)
            .child("front", "db", 50, 90);
    List<Row> parts =
        rows(List.of(KeptTraces.of(spec))).stream()
            .filter(row -> row.layer() == 4 && row.operation().service().equals("front"))
            .toList();

    assertThat(parts)
        .extracting(row -> row.before().map(call -> call.number() + " of " + call.of()).orElse(""))
        .containsExactlyInAnyOrder("1 of 2", "2 of 2", "");
    assertThat(parts).allMatch(row -> row.path().size() == 1 && row.group().isPresent());
    assertThat(parts)
        .extracting(row -> row.times().all().mean().rounded())
        .containsExactlyInAnyOrder(10L, 10L, 10L);
  }
}
