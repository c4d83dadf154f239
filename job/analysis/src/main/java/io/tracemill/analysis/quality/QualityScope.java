package io.tracemill.analysis.quality;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Locale;

/**
 * The scope of quality counts. Scopes are ordered by kind, then by the names that identify them, so
 * reports have a fixed order.
 */
public sealed interface QualityScope extends Comparable<QualityScope> {

  /** The kinds of scope; the widest first. */
  enum Kind {
    JOB,
    SERVICE,
    ENDPOINT,
    HOST_PAIR,
    SERVICE_PAIR;

    /** The name in records: {@code host-pair}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Everything the job received. */
  record Job() implements QualityScope {
    @Override
    public Kind kind() {
      return Kind.JOB;
    }

    @Override
    public List<String> subject() {
      return List.of();
    }
  }

  /** The spans of one service. */
  record Service(String service) implements QualityScope {
    public Service {
      requireNonNull(service, "service");
    }

    @Override
    public Kind kind() {
      return Kind.SERVICE;
    }

    @Override
    public List<String> subject() {
      return List.of(service);
    }
  }

  /** The requests of one endpoint. */
  record Endpoint(Frame endpoint) implements QualityScope {
    public Endpoint {
      requireNonNull(endpoint, "endpoint");
    }

    @Override
    public Kind kind() {
      return Kind.ENDPOINT;
    }

    @Override
    public List<String> subject() {
      return List.of(endpoint.service(), endpoint.operation());
    }
  }

  /** The calls from one host to another, whose clocks may differ (semantics 4). */
  record HostPair(String from, String to) implements QualityScope {
    public HostPair {
      requireNonNull(from, "from");
      requireNonNull(to, "to");
    }

    @Override
    public Kind kind() {
      return Kind.HOST_PAIR;
    }

    @Override
    public List<String> subject() {
      return List.of(from, to);
    }
  }

  /** The calls from one service to another, or within one service. */
  record ServicePair(String from, String to) implements QualityScope {
    public ServicePair {
      requireNonNull(from, "from");
      requireNonNull(to, "to");
    }

    @Override
    public Kind kind() {
      return Kind.SERVICE_PAIR;
    }

    @Override
    public List<String> subject() {
      return List.of(from, to);
    }
  }

  /** Its kind. */
  Kind kind();

  /** The names that identify it within its kind; their number depends on the kind. */
  List<String> subject();

  /** The name of its kind in records: {@code host-pair}. */
  default String label() {
    return kind().label();
  }

  @Override
  default int compareTo(QualityScope other) {
    int order = kind().compareTo(other.kind());
    for (int i = 0; order == 0 && i < subject().size(); i++) {
      order = subject().get(i).compareTo(other.subject().get(i));
    }
    return order;
  }
}
