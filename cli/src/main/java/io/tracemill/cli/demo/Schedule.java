package io.tracemill.cli.demo;

import java.util.List;

/** What goes wrong and when; faults may overlap. */
public record Schedule(List<Fault> faults) {
  /** Nothing happens. */
  public static final Schedule QUIET = new Schedule(List.of());

  public Schedule {
    faults = List.copyOf(faults);
  }

  /** How requests fare that start then, in nanoseconds since the epoch. */
  Conditions at(long nanos) {
    // Most requests are played while nothing is wrong.
    Conditions conditions = Conditions.USUAL;
    for (Fault fault : faults) {
      if (fault.isOn(nanos)) {
        conditions = conditions.and(fault.change());
      }
    }
    return conditions;
  }
}
