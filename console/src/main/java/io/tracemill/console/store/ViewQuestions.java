package io.tracemill.console.store;

import io.tracemill.analysis.view.AttributeGroups;
import io.tracemill.analysis.view.ClockCorrections;
import io.tracemill.analysis.view.CostOfErrors;
import io.tracemill.analysis.view.Distributions;
import io.tracemill.analysis.view.HeatMap;
import io.tracemill.analysis.view.LatencyClasses;
import io.tracemill.analysis.view.tprof.Diagnosis;
import io.tracemill.analysis.view.whatif.WhatIfTable;
import io.tracemill.connectors.output.FindingRecord;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import java.util.List;
import java.util.Optional;

/** Answers that are views of the kept requests that the parameters select. */
record ViewQuestions(TracemillConfig config) {
  private static final int MAX_GROUPS = 20;

  /** Frames of an endpoint by attribute, the least probable first. */
  record Groups(List<AttributeGroups> groups) {}

  /** The findings of a diagnosis, each before those below it. */
  record Findings(List<FindingRecord> findings) {}

  /**
   * The average trace of the requests with the same order of calls that cost most (tprof section
   * 3.5).
   *
   * @param tail whether it is that of the slowest requests
   */
  record Lane(boolean tail, FindingRecord.Trace trace) {
    private static Optional<Lane> of(FindingRecord finding) {
      return Optional.ofNullable(finding.trace()).map(trace -> new Lane(finding.tail(), trace));
    }
  }

  static LatencyClasses classes(StoreSession session, Filter filter, ApiQuery query) {
    return LatencyClasses.of(ofEndpoint(session, filter, query), session.rules().replay());
  }

  static HeatMap heat(StoreSession session, Filter filter, ApiQuery query) {
    return HeatMap.of(ofEndpoint(session, filter, query), session.rules().replay());
  }

  static WhatIfTable whatIf(StoreSession session, Filter filter, ApiQuery query) {
    return WhatIfTable.of(ofEndpoint(session, filter, query), session.rules().replay());
  }

  static CostOfErrors errors(StoreSession session, Filter filter, ApiQuery query) {
    return CostOfErrors.of(ofEndpoint(session, filter, query), session.rules().replay());
  }

  static Groups groups(StoreSession session, Filter filter, ApiQuery query) {
    return new Groups(
        AttributeGroups.of(
            ofEndpoint(session, filter, query), session.rules().replay(), MAX_GROUPS));
  }

  static Distributions distributions(StoreSession session, Filter filter, ApiQuery query) {
    return Distributions.of(kept(session, filter, query), session.rules().replay());
  }

  static ClockCorrections clocks(StoreSession session, Filter filter, ApiQuery query) {
    return ClockCorrections.of(kept(session, filter, query), session.rules().replay());
  }

  static RuleValues values(StoreSession session, Filter filter, ApiQuery query) {
    return RuleValues.of(
        statistics(session, filter.of(query.endpoint()), query), query.required("rule"));
  }

  static SpanDurations durations(StoreSession session, Filter filter, ApiQuery query) {
    return SpanDurations.of(
        statistics(session, filter.of(query.endpoint()), query), session.rules().replay());
  }

  static CategoryNames names(StoreSession session, Filter filter, ApiQuery query) {
    return CategoryNames.of(
        statistics(session, filter.of(query.endpoint()), query), session.rules().replay());
  }

  Findings diagnosis(StoreSession session, Filter filter, ApiQuery query) {
    return new Findings(
        FindingRecord.of(
            Diagnosis.of(
                kept(session, filter, query), Rules.diagnosis(config, session.rules().replay()))));
  }

  Lane lane(StoreSession session, Filter filter, ApiQuery query) {
    query.requiredHex("category");
    return diagnosis(session, filter, query).findings().stream()
        .flatMap(finding -> Lane.of(finding).stream())
        .findFirst()
        .orElseThrow(() -> new QueryException("no request of this category has all its spans"));
  }

  private static KeptRequests ofEndpoint(StoreSession session, Filter filter, ApiQuery query) {
    return kept(session, filter.of(query.endpoint()), query);
  }

  private static KeptRequests kept(StoreSession session, Filter filter, ApiQuery query) {
    KeptRequests kept = statistics(session, filter, query);
    if (kept.size() == 0) {
      throw new QueryException(
          "no complete request matches; give another range or fewer conditions");
    }
    return kept;
  }

  /** As {@link #kept}, but may be empty: pages ask for a time that may not be stored yet. */
  private static KeptRequests statistics(StoreSession session, Filter filter, ApiQuery query) {
    return KeptRequests.ofStatistics(session, QuestionScope.ofCategory(session, filter, query));
  }
}
