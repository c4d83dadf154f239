package io.tracemill.analysis.quality;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.Labelled;
import java.util.List;

/**
 * The scope of quality counts. Scopes are ordered by kind, then by the names that identify them, so
 * reports have a fixed order.
 */
public sealed interface QualityScope extends Comparable<QualityScope> {

  /** The kinds of scope; the widest first. */
  enum Kind implements Labelled {
    JOB,
    SERVICE,
    ENDPOINT
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

  /** Its kind. */
  Kind kind();

  /** The names that identify it within its kind; their number depends on the kind. */
  List<String> subject();

  /** The name of its kind in records: {@code endpoint}. */
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
