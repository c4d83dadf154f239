package io.tracemill.cli.demo;

import java.util.List;

/**
 * What a service does when it is asked.
 *
 * @param service whose operation it is
 * @param name of its span; each {@code {id}} becomes a number of the request's
 * @param failureShare how often it gives up after its first step, 0 to 1; it also fails when a call
 *     of its own does
 */
record Operation(String service, String name, double failureShare, List<Step> steps) {
  Operation {
    steps = List.copyOf(steps);
    if (steps.isEmpty()) {
      throw new IllegalArgumentException(service + " " + name + " does nothing");
    }
  }
}
