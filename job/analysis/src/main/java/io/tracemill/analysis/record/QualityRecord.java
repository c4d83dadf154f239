package io.tracemill.analysis.record;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.RejectReason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far results can be trusted: a record of {@code quality}. In JSON, {@code scope} is the kind.
 */
public sealed interface QualityRecord extends StreamRecord {
  /** The pane, or for the job the pane that ends the time that is counted. */
  Period window();

  @Override
  default List<Frame> about() {
    return List.of();
  }

  /** Everything since the job's state began. */
  record Job(
      Period window,
      Records records,
      JobSpans spans,
      Traces traces,
      long idleFlushes,
      Panes windows,
      Incidents incidents)
      implements QualityRecord {
    @Override
    public List<String> key() {
      return List.of("job", start(window));
    }
  }

  /** The spans of one service. */
  record Service(String service, Period window, ServiceSpans spans) implements QualityRecord {
    @Override
    public List<String> key() {
      return List.of("service", service, start(window));
    }
  }

  /**
   * The requests of one endpoint.
   *
   * @param watch whether silence about it meant health at the end of its latest pane
   */
  record Endpoint(
      Frame endpoint,
      Period window,
      Optional<Watch> watch,
      Requests requests,
      Optional<EndpointSpans> spans)
      implements QualityRecord {
    @Override
    public List<String> key() {
      return List.of("endpoint", endpoint.service(), endpoint.operation(), start(window));
    }

    @Override
    public List<Frame> about() {
      return List.of(endpoint);
    }
  }

  private static String start(Period window) {
    return Long.toString(window.startMillis());
  }

  /**
   * Records that the job read: {@code received = decoded + otherSignals + deadLettered}. Those of
   * other signals hold metrics, logs or profiles, and no spans.
   */
  record Records(
      long received, long decoded, long deadLettered, long clockJumps, long otherSignals) {}

  /**
   * Spans in decoded records: {@code decoded = used + late + duplicate + clash + capped + all of
   * rejected + open}.
   */
  record JobSpans(
      long decoded,
      long used,
      long late,
      long duplicate,
      long clash,
      long capped,
      long open,
      Map<RejectReason, Long> rejected) {
    /** The number of refused spans. */
    public long allRejected() {
      return rejected.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * Closed traces. Truncated traces are incomplete too. So are traces with a dropped parent: the
   * span was its own ancestor.
   */
  record Traces(long complete, long incomplete, long truncated, long parentsDropped) {}

  /** Panes of endpoints, by how far silence meant health; thin ones are blind. */
  record Panes(long learning, long blind, long watching, OptionalLong thin) {}

  /** Open incidents, and findings for which there was no room. */
  record Incidents(long open, long dropped) {}

  /** Spans of a service. */
  record ServiceSpans(long used, long late, long withoutHost) {}

  /** Requests of an endpoint; {@code leftOut} are not in {@code total}. */
  record Requests(long total, long incomplete, long truncated, long leftOut) {}

  /** Spans of an endpoint's requests. */
  record EndpointSpans(long used, long late) {}
}
