package io.tracemill.cli.evaluation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The incidents of a whole file beside the faults that were injected.
 *
 * @param outcomes of the faults that count, in order
 * @param elsewhere incidents that began outside the stretches of all faults, those that do not
 *     count included
 */
record FaultTable(List<FaultOutcome> outcomes, List<SeenIncident> elsewhere) {
  private static final String HEAD =
      """
      | injected at | fault | target | found | incidents | first culprit | contribution | time to alert |
      | --- | --- | --- | --- | --- | --- | --- | --- |
      """;

  FaultTable {
    outcomes = List.copyOf(outcomes);
    elsewhere = List.copyOf(elsewhere);
  }

  /**
   * Puts each incident down to the fault in whose stretch it began.
   *
   * @param slack how much later than its spans a trace is dated
   */
  static FaultTable of(List<InjectedFault> faults, List<SeenIncident> incidents, Duration slack) {
    List<FaultOutcome> outcomes = new ArrayList<>();
    for (InjectedFault fault : faults) {
      List<SeenIncident> its =
          incidents.stream().filter(i -> fault.hasIn(i.since(), slack)).toList();
      if (fault.counted()) {
        outcomes.add(new FaultOutcome(fault, its));
      }
    }
    return new FaultTable(
        outcomes,
        incidents.stream()
            .filter(i -> faults.stream().noneMatch(fault -> fault.hasIn(i.since(), slack)))
            .toList());
  }

  /** The targets of the faults that were found. */
  List<String> found() {
    return outcomes.stream()
        .filter(FaultOutcome::found)
        .map(outcome -> outcome.fault().target())
        .toList();
  }

  /** As docs/evaluation.md has it. */
  String markdown() {
    StringBuilder text = new StringBuilder(HEAD);
    outcomes.forEach(outcome -> text.append(outcome.row()).append('\n'));
    text.append("\nIncidents that began outside all stretches: ").append(elsewhere.size());
    elsewhere.forEach(
        i ->
            text.append("\n- ")
                .append(i.since())
                .append(' ')
                .append(i.culprit())
                .append(": ")
                .append(i.summary()));
    return text.append('\n').toString();
  }
}
