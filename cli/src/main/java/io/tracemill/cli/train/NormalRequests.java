package io.tracemill.cli.train;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.StoreSession;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests of a store that show what is normal: the uniform part of the complete ones, without
 * those of the endpoint's open incidents.
 *
 * @param time when their traces closed
 */
record NormalRequests(StoreSession session, Period time, IncidentTimes incidents) {
  /** The endpoints of the time, those with the most requests first. */
  List<Frame> endpointsBusiestFirst() {
    return session.rows(
        "SELECT service, operation FROM requests WHERE %s GROUP BY ALL ORDER BY sum(weight) DESC, service, operation"
            .formatted(Filter.ALL.during(time).statistics()),
        row -> Frame.of(row.getString(1), row.getString(2)));
  }

  /** The critical paths of the requests of an endpoint. */
  List<PathTimes> paths(Frame endpoint) {
    Filter filter = Filter.ALL.during(time).of(endpoint);
    String condition = filter.statistics() + outside(incidents.at(endpoint));
    RequestReplay replay = new RequestReplay(session.rules().replay());
    List<PathTimes> paths = new ArrayList<>();
    for (KeptRequest request : KeptRequests.uniform(session, filter.scope(), condition)) {
      replay.load(request);
      replay.path(0);
      paths.add(PathTimes.copyOf(replay.callTree()));
    }
    return paths;
  }

  private static String outside(List<Period> times) {
    StringBuilder condition = new StringBuilder();
    times.forEach(
        each ->
            condition.append(" AND NOT (").append(Filter.ALL.during(each).condition()).append(')'));
    return condition.toString();
  }
}
