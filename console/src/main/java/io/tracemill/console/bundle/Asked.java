package io.tracemill.console.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.deployment.Deployment;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.record.ChangeRecord;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.record.NamedCulprit;
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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The answers that a bundle is made of.
 *
 * @param raw the answer about the incident, as it came
 * @param evidence how complete the figures are, a sentence each
 * @param paths of the exemplars that the store has, by trace
 * @param deployments at about its beginning, the newest first, on services of its endpoints,
 *     culprits and paths
 */
record Asked(
    ObjectNode raw,
    Detail detail,
    List<String> evidence,
    Map<String, TracePath> paths,
    List<Deployment> deployments) {
  private static final int NO_ANSWER = 422;
  private static final long DEPLOYED_BEFORE_MILLIS = 1_800_000;

  /** Requests with the new version show up before, or soon after, an incident's first pane. */
  private static final long DEPLOYED_AFTER_MILLIS = 60_000;

  /** The part of the answer about an incident that the bundle reads. */
  record Detail(
      boolean firing,
      IncidentRecord incident,
      List<MutationRecord> mutations,
      List<ChangeRecord> accounts) {}

  /**
   * The critical path of a request.
   *
   * @param steps in order of time; equal ones are one, at its first place
   */
  record TracePath(long durationNanos, List<Step> steps) {}

  /** The own time of an operation. */
  record Step(String service, String operation, long nanos) {}

  private record Traced(List<Request> requests) {
    record Request(Found found, List<Span> spans, List<Section> criticalPath) {}

    record Found(Frame endpoint, long durationNanos) {}
  }

  private record Quality(Optional<QualityRecord.Job> quality) {}

  private record Deployed(List<Deployment> records) {}

  /** Asks for all of it. */
  static Asked ask(Api api, String id) throws IOException {
    byte[] answer = api.answer("incident", new ApiQuery(Map.of("id", id)));
    Detail detail = RecordJson.read(answer, Detail.class);
    Asked asked =
        new Asked(
            RecordJson.read(answer, ObjectNode.class),
            detail,
            new ArrayList<>(),
            new LinkedHashMap<>(),
            new ArrayList<>());
    asked.addProfiles(api, detail.incident());
    asked
        .ask(api, "now", Map.of(), Quality.class)
        .flatMap(Quality::quality)
        .ifPresent(asked::addSpans);
    asked.addPaths(api, detail.incident());
    asked.addDeployments(api, detail.incident());
    return asked;
  }

  private void addProfiles(Api api, IncidentRecord incident) {
    for (Frame endpoint : incident.endpoints().stream().limit(1).toList()) {
      Map<String, String> scope =
          Map.of("service", endpoint.service(), "operation", endpoint.operation());
      for (Period time : List.of(incident.baseline(), incident.window())) {
        ask(api, "store/profile", during(scope, time), EndpointProfile.class)
            .ifPresent(this::addProfile);
      }
      if (evidence.stream().noneMatch(each -> each.startsWith("From "))) {
        ask(api, "endpoint/profile", scope, EndpointProfile.class).ifPresent(this::addProfile);
      }
    }
  }

  private void addProfile(EndpointProfile profile) {
    evidence.add(
        "From %s to %s, %s requests of %s; %s of incomplete traces, %s cut short, %s with corrected clocks."
            .formatted(
                Figures.time(profile.window().startMillis(), 0),
                Figures.time(profile.window().endMillis(), profile.window().startMillis()),
                Figures.count(profile.traceCount()),
                Figures.name(profile.endpoint().toString()),
                Figures.count(profile.evidence().incomplete()),
                Figures.count(profile.evidence().truncated()),
                Figures.count(profile.evidence().corrected())));
  }

  private void addSpans(QualityRecord.Job job) {
    QualityRecord.JobSpans spans = job.spans();
    evidence.add(
        "Since its start, the job decoded %s spans: %s late, %s duplicate, %s rejected; %s traces complete, %s not."
            .formatted(
                Figures.count(spans.decoded()),
                Figures.count(spans.late()),
                Figures.count(spans.duplicate()),
                Figures.count(spans.allRejected()),
                Figures.count(job.traces().complete()),
                Figures.count(job.traces().incomplete())));
  }

  private void addPaths(Api api, IncidentRecord incident) {
    IncidentRecord.Exemplars exemplars = incident.exemplars();
    for (String id :
        Stream.concat(exemplars.after().stream(), exemplars.before().stream()).toList()) {
      Period time = exemplars.after().contains(id) ? incident.window() : incident.baseline();
      ask(api, "store/trace", during(Map.of("id", id), time), Traced.class)
          .flatMap(
              trace ->
                  trace.requests().stream()
                      .filter(each -> incident.endpoints().contains(each.found().endpoint()))
                      .findFirst())
          .ifPresent(request -> paths.put(id, path(request)));
    }
    int all = exemplars.after().size() + exemplars.before().size();
    evidence.add("The store has %d of the %d traces to look at.".formatted(paths.size(), all));
  }

  private static TracePath path(Traced.Request request) {
    Map<Frame, Long> nanos = new LinkedHashMap<>();
    for (Section section : request.criticalPath()) {
      Span span = request.spans().get(section.span());
      nanos.merge(
          Frame.of(span.service(), span.operation()),
          section.toNanos() - section.fromNanos(),
          Long::sum);
    }
    List<Step> steps = new ArrayList<>();
    nanos.forEach((name, own) -> steps.add(new Step(name.service(), name.operation(), own)));
    return new TracePath(request.found().durationNanos(), steps);
  }

  private void addDeployments(Api api, IncidentRecord incident) {
    Set<String> services = services(incident);
    long since = incident.sinceMillis();
    ask(api, "deployments", Map.of(), Deployed.class).stream()
        .flatMap(answer -> answer.records().stream())
        .filter(each -> services.contains(each.service()))
        .filter(each -> each.sinceMillis() >= since - DEPLOYED_BEFORE_MILLIS)
        .filter(each -> each.sinceMillis() <= since + DEPLOYED_AFTER_MILLIS)
        .forEach(deployments::add);
  }

  private Set<String> services(IncidentRecord incident) {
    Set<String> services = new HashSet<>();
    incident.endpoints().forEach(endpoint -> services.add(endpoint.service()));
    for (NamedCulprit culprit : incident.culprits()) {
      culprit.service().ifPresent(services::add);
      culprit.callee().ifPresent(services::add);
      culprit.caller().ifPresent(caller -> services.add(caller.service()));
    }
    paths.values().forEach(path -> path.steps().forEach(step -> services.add(step.service())));
    return services;
  }

  private static Map<String, String> during(Map<String, String> query, Period time) {
    Map<String, String> timed = new LinkedHashMap<>(query);
    timed.put("from", Long.toString(time.startMillis()));
    timed.put("to", Long.toString(time.endMillis()));
    return timed;
  }

  /** An answer; if the store refuses, its reason is evidence. */
  private <T> Optional<T> ask(Api api, String path, Map<String, String> query, Class<T> type) {
    try {
      return Optional.of(RecordJson.read(api.answer(path, new ApiQuery(query)), type));
    } catch (ApiException | IOException e) {
      String reason = String.valueOf(e.getMessage());
      boolean none =
          e instanceof ApiException refusal
              && (refusal.status() == NO_ANSWER || !path.startsWith("store/"));
      if (!none && !evidence.contains(reason)) {
        evidence.add(reason);
      }
      return Optional.empty();
    }
  }
}
