package io.tracemill.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Two machines for each service, their clocks up to 3 ms off. A new version comes to the second one
 * first.
 */
final class Hosts {
  static final String VERSION = "v1";
  static final long MAX_OFFSET_NANOS = 3_000_000;
  private static final int PER_SERVICE = 2;

  private final Map<String, List<Host>> byService = new TreeMap<>();

  Hosts(SortedSet<String> services, RandomGenerator random) {
    for (String service : services) {
      List<Host> hosts = new ArrayList<>();
      for (int i = 1; i <= PER_SERVICE; i++) {
        long offset = random.nextLong(-MAX_OFFSET_NANOS, MAX_OFFSET_NANOS + 1);
        hosts.add(new Host(service, service + "-" + i, VERSION, offset));
      }
      byService.put(service, List.copyOf(hosts));
    }
  }

  /** The machine that answers next. */
  Host pick(String service, Conditions conditions, RandomGenerator random) {
    List<Host> hosts = byService.getOrDefault(service, List.of());
    if (hosts.isEmpty()) {
      throw new IllegalStateException("No host runs " + service);
    }
    int next = random.nextInt(hosts.size());
    Host host = hosts.get(next);
    return next < hosts.size() / 2 ? host : conditions.deployed(host);
  }
}
