package io.tracemill.analysis.stack;

import java.util.HashMap;
import java.util.Map;

/**
 * Names of processes: the service of the spans that share a container, else of those that share
 * host and process id, else the executable's name. The executable comes last because many services
 * run as java.
 */
public final class ProcessNames {
  /** The name of a process about which nothing is known. */
  static final String UNKNOWN = "?";

  /** No service has this name. */
  private static final String AMBIGUOUS = "";

  private record ProcessKey(String scope, String id) {
    private static final String CONTAINER = "container ";

    static ProcessKey container(String id) {
      return new ProcessKey(CONTAINER, id);
    }
  }

  private final Map<ProcessKey, String> services = new HashMap<>();

  /**
   * Learns a service from the resource of its spans; an empty text means unknown. A process id that
   * two services of a host have is one of a container, and names nothing.
   */
  public void add(String host, String pid, String container, String service) {
    if (!container.isEmpty()) {
      services.put(ProcessKey.container(container), service);
    } else if (!pid.isEmpty()) {
      services.merge(
          new ProcessKey(host, pid), service, (one, other) -> one.equals(other) ? one : AMBIGUOUS);
    }
  }

  /** The name of the thread's process. */
  public String of(SampledThread thread) {
    String service = services.get(ProcessKey.container(thread.container()));
    if (service == null) {
      service = services.get(new ProcessKey(thread.host(), thread.pid()));
    }
    if (service != null && !service.equals(AMBIGUOUS)) {
      return service;
    }
    return thread.executable().isEmpty() ? UNKNOWN : thread.executable();
  }
}
