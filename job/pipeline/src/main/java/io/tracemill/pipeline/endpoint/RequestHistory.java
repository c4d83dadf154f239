package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.Cohort;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.pipeline.count.SealedSums;
import io.tracemill.pipeline.serialization.SmileCodec;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.StringSerializer;

/**
 * The requests that explain an incident of the current endpoint, by whole panes: the latest {@value
 * #BASELINE_PANES} in a row before it that no other incident touched, and at most {@value
 * #WINDOW_PANES} since (semantics 8.5).
 */
final class RequestHistory {
  static final int BASELINE_PANES = 30;
  static final int WINDOW_PANES = 20;

  /** The number of panes to keep. */
  static final int PANES = BASELINE_PANES + WINDOW_PANES;

  private final SumRules sums;
  private final long paneMillis;
  private final PaneValues<SealedSums> panes;
  private final PaneValues<List<RequestRow>> rows;
  private final Anomalies anomalies;

  /**
   * Key: endpoint; the times of incidents by their ids; cleared when they are older than the panes.
   */
  private final MapState<String, Period> faults;

  RequestHistory(
      RuntimeContext context,
      EndpointRules rules,
      PaneValues<SealedSums> panes,
      PaneValues<List<RequestRow>> rows,
      Anomalies anomalies) {
    this.sums = rules.sums();
    this.paneMillis = rules.paneMillis();
    this.panes = panes;
    this.rows = rows;
    this.anomalies = anomalies;
    this.faults =
        context.getMapState(
            new MapStateDescriptor<>(
                "faults", StringSerializer.INSTANCE, SmileCodec.serializerOf(Period.class)));
  }

  /** Marks the time of an incident, which is then in no other incident's baseline. */
  void fault(String incident, Period time) throws Exception {
    faults.put(incident, time);
  }

  /** Removes the mark of an accepted incident: its requests are normal now. */
  void accept(String incident) throws Exception {
    faults.remove(incident);
  }

  /** Forgets incidents that ended before a pane. */
  void dropBefore(long startMillis) throws Exception {
    for (Iterator<Map.Entry<String, Period>> each = faults.iterator(); each.hasNext(); ) {
      if (each.next().getValue().endMillis() <= startMillis) {
        each.remove();
      }
    }
  }

  /** The normal requests before an incident that began then; empty without any. */
  Optional<Cohort> before(long beganMillis) throws Exception {
    NavigableSet<Long> normal = new TreeSet<>();
    long end = beganMillis;
    for (long start : panes.starts().headSet(beganMillis, false).descendingSet()) {
      boolean faulty = isFaulty(new Period(start, start + paneMillis));
      boolean far = end - start > BASELINE_PANES * paneMillis;
      if (!normal.isEmpty() && (faulty || far)) {
        break;
      } else if (faulty) {
        end = start;
      } else {
        end = far ? start + paneMillis : end;
        normal.add(start);
      }
    }
    return normal.isEmpty() ? Optional.empty() : cohort(new Period(normal.first(), end), normal);
  }

  /** Whether an incident is or was open at some time of a pane. */
  boolean isFaulty(Period pane) throws Exception {
    for (Period fault : faults.values()) {
      if (fault.overlaps(pane)) {
        return true;
      }
    }
    return false;
  }

  /** The requests since an incident began, up to the end of a pane; empty without any. */
  Optional<Cohort> after(long beganMillis, long endMillis) throws Exception {
    long start = Math.max(beganMillis, endMillis - WINDOW_PANES * paneMillis);
    return start < endMillis
        ? cohort(new Period(start, endMillis), panes.starts().subSet(start, endMillis))
        : Optional.empty();
  }

  private Optional<Cohort> cohort(Period time, SortedSet<Long> starts) throws Exception {
    EndpointSums all = new EndpointSums(sums);
    for (long start : starts) {
      all.merge(panes.get(start).orElseThrow().sums());
    }
    return all.count() == 0
        ? Optional.empty()
        : Optional.of(new Cohort(time, all, rows(time), anomalies.rate(starts)));
  }

  /** The rows of all panes that start in a range of time. */
  List<RequestRow> rows(Period time) throws Exception {
    List<RequestRow> found = new ArrayList<>();
    for (long start : rows.starts().subSet(time.startMillis(), time.endMillis())) {
      found.addAll(rows.get(start).orElseThrow());
    }
    return found;
  }

  void clear() {
    faults.clear();
  }
}
