package io.tracemill.cli.demo;

import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * A system of services and what its users ask of it.
 *
 * @param visits the requests that come from outside
 */
record Site(List<Visit> visits) {
  /**
   * A request from outside.
   *
   * @param weight how often it is this one, relative to the other visits' weights
   */
  record Visit(double weight, Operation operation) {}

  Site {
    visits = List.copyOf(visits);
    if (visits.isEmpty()) {
      throw new IllegalArgumentException("no visits");
    }
  }

  /** One of the visits' operations, by weight. */
  Operation pick(RandomGenerator random) {
    double total = visits.stream().mapToDouble(Visit::weight).sum();
    double left = random.nextDouble() * total;
    for (Visit visit : visits) {
      left -= visit.weight();
      if (left < 0) {
        return visit.operation();
      }
    }
    return visits.get(visits.size() - 1).operation();
  }

  /** The names of all services that any visit can reach. */
  SortedSet<String> services() {
    SortedSet<String> services = new TreeSet<>();
    visits.forEach(visit -> addServices(visit.operation(), services));
    return services;
  }

  // Recursion, here and where requests are played: operations are immutable and made inside out,
  // so their nesting is finite and as deep as the site's author wrote it.
  private static void addServices(Operation operation, Set<String> services) {
    services.add(operation.service());
    operation.steps().forEach(step -> addServices(step, services));
  }

  private static void addServices(Step step, Set<String> services) {
    if (step instanceof Step.Call call) {
      addServices(call.callee(), services);
    } else if (step instanceof Step.Parallel parallel) {
      parallel.calls().forEach(call -> addServices(call, services));
    } else if (step instanceof Step.Either either) {
      either.first().forEach(next -> addServices(next, services));
      either.second().forEach(next -> addServices(next, services));
    } else if (step instanceof Step.Publish publish) {
      publish.consumers().forEach(consumer -> addServices(consumer, services));
    }
  }
}
