package io.tracemill.cli.demo;

import java.util.Optional;

/** What is other than usual while a {@link Fault} lasts. */
sealed interface Change {
  /** How often a cache of the service has the answer, 0 to 1. */
  default double hits(String service, double usual) {
    return usual;
  }

  /** The machine that does the work of {@code host}, which new versions come to first. */
  default Host deployed(Host host) {
    return host;
  }

  /** How much longer the machine takes for a request. */
  default Optional<Latency> delay(Host host) {
    return Optional.empty();
  }

  /** How often an operation of the service gives up after its first step, 0 to 1. */
  default double failures(String service, double usual) {
    return usual;
  }

  /** A cache that has lost everything and cannot be filled. */
  record CacheMisses(String service) implements Change {
    @Override
    public double hits(String service, double usual) {
      return service.equals(this.service) ? 0 : usual;
    }
  }

  /** A service that fails a share of its calls, 0 to 1, whatever it is asked. */
  record Failing(String service, double share) implements Change {
    @Override
    public double failures(String service, double usual) {
      return service.equals(this.service) ? Math.max(share, usual) : usual;
    }
  }

  /** A service that takes longer for whatever it is asked. */
  record Slower(String service, Latency by) implements Change {
    @Override
    public Optional<Latency> delay(Host host) {
      return host.service().equals(service) ? Optional.of(by) : Optional.empty();
    }
  }

  /** A version on half of the machines of a service that takes longer than the one before. */
  record Release(String service, String version, Latency by) implements Change {
    @Override
    public Host deployed(Host host) {
      return host.service().equals(service)
          ? new Host(service, host.name() + "-" + version, version, host.offsetNanos())
          : host;
    }

    @Override
    public Optional<Latency> delay(Host host) {
      return host.service().equals(service) && host.version().equals(version)
          ? Optional.of(by)
          : Optional.empty();
    }
  }
}
