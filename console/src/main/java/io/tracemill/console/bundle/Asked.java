package io.tracemill.console.bundle;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.ChangeRecord;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.console.api.Api;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.store.question.StoredTrace.Section;
import io.tracemill.store.question.StoredTrace.Span;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The answers that a bundle is made of.
 *
 * @param before the first endpoint's profile in the baseline; empty if the store has none
 * @param during the same in the window
 * @param newest its newest profile
 * @param requests of the exemplars that the store has, by trace
 * @param refusals why the store gave no answers
 */
record Asked(
    Detail detail,
    Optional<QualityRecord.Job> quality,
    Optional<EndpointProfile> before,
    Optional<EndpointProfile> during,
    Optional<EndpointProfile> newest,
    Map<String, Request> requests,
    Set<String> refusals) {
  private static final int NO_ANSWER = 422;

  /** The part of the answer about an incident that the bundle reads. */
  record Detail(
      boolean firing,
      IncidentRecord incident,
      List<MutationRecord> mutations,
      List<ChangeRecord> accounts) {
    /** The ids of its exemplars, those of the incident first. */
    List<String> traces() {
      return Stream.concat(
              incident.exemplars().after().stream(), incident.exemplars().before().stream())
          .toList();
    }
  }

  /** A request of a stored trace. */
  record Request(Found found, List<Span> spans, List<Section> criticalPath) {
    record Found(Frame endpoint, long durationNanos) {}
  }

  private record Traced(List<Request> requests) {}

  private record Quality(Optional<QualityRecord.Job> quality) {}

  /** Asks for all of it. */
  static Asked ask(Api api, String id) throws IOException {
    return new Question(api).ask(id);
  }

  private record Question(Api api, Set<String> refusals) {
    Question(Api api) {
      this(api, new LinkedHashSet<>());
    }

    Asked ask(String id) throws IOException {
      Detail detail =
          RecordJson.read(api.answer("incident", new ApiQuery(Map.of("id", id))), Detail.class);
      IncidentRecord incident = detail.incident();
      Optional<Frame> endpoint = incident.endpoints().stream().findFirst();
      return new Asked(
          detail,
          ask("now", Map.of(), Quality.class).flatMap(Quality::quality),
          profile(endpoint, incident.baseline()),
          profile(endpoint, incident.window()),
          endpoint.flatMap(name -> ask("endpoint/profile", scope(name), EndpointProfile.class)),
          requests(detail),
          refusals);
    }

    private Optional<EndpointProfile> profile(Optional<Frame> endpoint, Period time) {
      return endpoint.flatMap(
          name -> ask("store/profile", during(scope(name), time), EndpointProfile.class));
    }

    private Map<String, Request> requests(Detail detail) {
      IncidentRecord incident = detail.incident();
      Map<String, Request> requests = new LinkedHashMap<>();
      for (String id : detail.traces()) {
        Period time =
            incident.exemplars().after().contains(id) ? incident.window() : incident.baseline();
        ask("store/trace", during(Map.of("id", id), time), Traced.class)
            .flatMap(trace -> request(trace.requests(), incident.endpoints()))
            .ifPresent(request -> requests.put(id, request));
      }
      return requests;
    }

    /** That of the first endpoint that has one. */
    private static Optional<Request> request(List<Request> requests, List<Frame> endpoints) {
      List<Request> ofEndpoints = new ArrayList<>();
      endpoints.forEach(
          endpoint ->
              requests.stream()
                  .filter(each -> each.found().endpoint().equals(endpoint))
                  .forEach(ofEndpoints::add));
      return Stream.concat(ofEndpoints.stream(), requests.stream()).findFirst();
    }

    private static Map<String, String> scope(Frame endpoint) {
      return Map.of("service", endpoint.service(), "operation", endpoint.operation());
    }

    private static Map<String, String> during(Map<String, String> query, Period time) {
      Map<String, String> timed = new LinkedHashMap<>(query);
      timed.put("from", Long.toString(time.startMillis()));
      timed.put("to", Long.toString(time.endMillis()));
      return timed;
    }

    private <T> Optional<T> ask(String path, Map<String, String> query, Class<T> type) {
      try {
        return Optional.of(RecordJson.read(api.answer(path, new ApiQuery(query)), type));
      } catch (ApiException e) {
        if (path.startsWith("store/") && e.status() != NO_ANSWER) {
          refusals.add(String.valueOf(e.getMessage()));
        }
      } catch (IOException e) {
        refusals.add("%s: %s".formatted(path, e.getMessage()));
      }
      return Optional.empty();
    }
  }
}
