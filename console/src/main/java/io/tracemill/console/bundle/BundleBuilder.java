package io.tracemill.console.bundle;

import static java.util.Comparator.comparingLong;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.record.ChangeRecord;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.record.NamedCulprit;
import io.tracemill.analysis.record.NamedPlace;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.console.bundle.IncidentBundle.Account;
import io.tracemill.console.bundle.IncidentBundle.Change;
import io.tracemill.console.bundle.IncidentBundle.Part;
import io.tracemill.console.bundle.IncidentBundle.Rule;
import io.tracemill.console.bundle.IncidentBundle.Side;
import io.tracemill.console.bundle.IncidentBundle.Step;
import io.tracemill.console.bundle.IncidentBundle.Totals;
import io.tracemill.console.bundle.IncidentBundle.Trace;
import io.tracemill.store.question.StoredTrace.Section;
import io.tracemill.store.question.StoredTrace.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Makes a bundle whose lists have at most some number of elements. */
final class BundleBuilder {
  private static final int MAX_TEXT = 1_000;
  private static final int MAX_LINK = 500;
  private static final int MAX_STEPS_OF_PATH = 4;
  private static final String VERSION = ".service.version";

  private final Asked asked;
  private final int most;
  private final IncidentRecord incident;

  /** By what there is more of: how many are left out, and of how many. */
  private final Map<String, int[]> leftOut = new LinkedHashMap<>();

  private BundleBuilder(Asked asked, int most) {
    this.asked = asked;
    this.most = most;
    this.incident = asked.detail().incident();
  }

  /** A bundle of these answers; each of its lists has at most {@code most} elements. */
  static IncidentBundle of(Asked asked, int most) {
    return new BundleBuilder(asked, most).bundle();
  }

  private IncidentBundle bundle() {
    return new IncidentBundle(
        text(incident.id()),
        asked.detail().firing(),
        incident.severity(),
        text(incident.summary()),
        incident.sinceMillis(),
        incident.judgedMillis(),
        incident.window(),
        incident.baseline(),
        incident.contributionNanos(),
        incident
            .totals()
            .map(
                each -> new Totals(name(each.endpoint()), side(each.before()), side(each.after()))),
        evidence(),
        first("culprits", incident.culprits(), this::culprit),
        first("accounts", accounts(), this::account),
        first("changes", asked.detail().mutations(), this::change),
        first("versions", rules(true), BundleBuilder::rule),
        first("differences", rules(false), BundleBuilder::rule),
        first("sentences of stack samples", incident.stacks(), BundleBuilder::text),
        first("endpoints", incident.endpoints(), BundleBuilder::name),
        first("traces", asked.detail().traces(), this::trace),
        leftOut.entrySet().stream()
            .map(
                each ->
                    "%d of %d %s".formatted(each.getValue()[0], each.getValue()[1], each.getKey()))
            .toList());
  }

  /** An account is about mean times, and so does not explain failures. */
  private List<ChangeRecord> accounts() {
    boolean ofErrors =
        incident.culprits().stream().findFirst().flatMap(NamedCulprit::errors).orElse(false);
    return ofErrors ? List.of() : asked.detail().accounts();
  }

  private static Side side(IncidentRecord.Requests requests) {
    return new Side(
        requests.traces(), requests.failed(), requests.meanNanos(), requests.p95Nanos());
  }

  private <T, R> List<R> first(String what, List<T> all, Function<T, R> shown) {
    if (all.size() > most) {
      int[] counts = leftOut.computeIfAbsent(what, added -> new int[2]);
      counts[0] += all.size() - most;
      counts[1] += all.size();
    }
    return all.stream().limit(most).map(shown).toList();
  }

  private List<String> evidence() {
    List<String> sentences = new ArrayList<>();
    asked.before().ifPresent(each -> sentences.add("Before: " + counted(each)));
    asked.during().ifPresent(each -> sentences.add("During: " + counted(each)));
    if (asked.during().isEmpty()) {
      asked.newest().ifPresent(each -> sentences.add("Newest window: " + counted(each)));
    }
    asked.quality().ifPresent(each -> sentences.add(spans(each)));
    int traces = asked.detail().traces().size();
    if (traces > 0) {
      sentences.add(
          "%d of %d traces below are in the store; their paths are shown."
              .formatted(asked.requests().size(), traces));
    }
    asked.refusals().forEach(each -> sentences.add(text(each)));
    return sentences;
  }

  private static String counted(EndpointProfile profile) {
    EndpointProfile.Evidence evidence = profile.evidence();
    return "%s requests of %s from %s to %s; %s of incomplete traces, %s cut short, %s with corrected clocks."
        .formatted(
            Figures.count(profile.traceCount()),
            name(profile.endpoint()),
            Figures.time(profile.window().startMillis(), 0),
            Figures.time(profile.window().endMillis(), profile.window().startMillis()),
            Figures.count(evidence.incomplete()),
            Figures.count(evidence.truncated()),
            Figures.count(evidence.corrected()));
  }

  private static String spans(QualityRecord.Job job) {
    QualityRecord.JobSpans spans = job.spans();
    return "Since its start, the job decoded %s spans: %s late, %s duplicate, %s rejected; %s of %s traces complete."
        .formatted(
            Figures.count(spans.decoded()),
            Figures.count(spans.late()),
            Figures.count(spans.duplicate()),
            Figures.count(spans.allRejected()),
            Figures.count(job.traces().complete()),
            Figures.count(job.traces().complete() + job.traces().incomplete()));
  }

  private Change culprit(NamedCulprit culprit) {
    NamedPlace place =
        new NamedPlace(
            culprit.type(),
            culprit.service(),
            culprit.operation(),
            culprit.caller(),
            culprit.callee());
    return new Change(
        label(culprit.type()) + (culprit.errors().orElse(false) ? ", errors" : ""),
        place(place),
        culprit.beforeNanos(),
        culprit.afterNanos(),
        culprit.beforeShare(),
        culprit.afterShare(),
        culprit.share().isPresent() && incident.contributionNanos() > 0
            ? OptionalLong.of(
                Math.round(culprit.share().getAsDouble() * incident.contributionNanos()))
            : OptionalLong.empty(),
        OptionalDouble.empty(),
        List.of());
  }

  private Change change(MutationRecord mutation) {
    return new Change(
        label(mutation.kind()),
        mutation
            .category()
            .map(each -> "requests of category " + Figures.shorten(each.id(), 8, 8))
            .orElseGet(() -> place(mutation.call().or(mutation::place))),
        mutation.before().meanNanos(),
        mutation.after().meanNanos(),
        mutation.before().share(),
        mutation.after().share(),
        OptionalLong.of(mutation.contributionNanos()),
        OptionalDouble.of(mutation.pValue()),
        first(
            "steps of categories",
            mutation.steps().orElse(List.of()),
            each -> new Step(path(each.callPath()), each.beforeNanos(), each.afterNanos())));
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String place(Optional<NamedPlace> place) {
    return place.map(BundleBuilder::place).orElse("the requests themselves");
  }

  private static String place(NamedPlace place) {
    return switch (place.type()) {
      case EDGE -> names(place.caller().map(NamedPlace.Caller::service), place.callee(), " -> ");
      case FRAME -> names(place.service(), place.operation(), " ");
      case SERVICE -> names(place.service(), Optional.of("(whole service)"), " ");
      case CALL ->
          "%s calls %s"
              .formatted(
                  names(
                      place.caller().map(NamedPlace.Caller::service),
                      place.caller().flatMap(NamedPlace.Caller::operation),
                      " "),
                  names(place.service(), place.operation(), " "));
      case REQUEST -> "the requests themselves";
    };
  }

  private static String names(Optional<String> first, Optional<String> second, String between) {
    return Figures.name(first.orElse("")) + between + Figures.name(second.orElse(""));
  }

  private static String name(Frame frame) {
    return Figures.name(frame.service()) + " " + Figures.name(frame.operation());
  }

  private static String name(PathStep step) {
    return step.callee()
        .map(callee -> Figures.name(step.frame().service()) + " -> " + Figures.name(callee))
        .orElseGet(() -> name(step.frame()));
  }

  /** The end of a call path, which says most. */
  private static String path(List<PathStep> path) {
    int from = Math.max(0, path.size() - MAX_STEPS_OF_PATH);
    Stream<String> steps = path.stream().skip(from).map(BundleBuilder::name);
    return String.join(
        " > ", Stream.concat(from > 0 ? Stream.of("...") : Stream.empty(), steps).toList());
  }

  private Account account(ChangeRecord change) {
    Map<String, Long> nanos = new TreeMap<>();
    for (ChangeRecord.Term term : change.terms()) {
      String what =
          term.node()
              .map(path -> name(path.get(path.size() - 1)))
              .orElse("different mix of fast and slow requests");
      nanos.merge(what, term.nanos(), Long::sum);
    }
    return new Account(
        name(change.endpoint()),
        change.beforeMeanNanos(),
        change.afterMeanNanos(),
        largest(nanos, change.deltaMeanNanos()));
  }

  /** The largest parts, and the rest of the whole. */
  private List<Part> largest(Map<String, Long> nanos, long wholeNanos) {
    List<Part> parts = new ArrayList<>();
    nanos.forEach((what, each) -> parts.add(new Part(what, each)));
    List<Part> largest =
        parts.stream()
            .filter(part -> part.nanos() != 0)
            .sorted(comparingLong(part -> -Math.abs(part.nanos())))
            .limit(most)
            .toList();
    long rest = wholeNanos - largest.stream().mapToLong(Part::nanos).sum();
    return Stream.concat(
            parts.stream().filter(largest::contains),
            Stream.of(new Part("everything else", rest)).filter(part -> part.nanos() != 0))
        .toList();
  }

  private List<IncidentRecord.Difference> rules(boolean ofVersions) {
    return incident.differences().stream()
        .filter(
            each -> each.attributes().stream().anyMatch(key -> key.endsWith(VERSION)) == ofVersions)
        .toList();
  }

  private static Rule rule(IncidentRecord.Difference difference) {
    return new Rule(text(difference.rule()), difference.accuracy());
  }

  private Trace trace(String id) {
    boolean during = incident.exemplars().after().contains(id);
    Optional<Asked.Request> request = Optional.ofNullable(asked.requests().get(id));
    return new Trace(
        text(id),
        during,
        incident
            .links()
            .flatMap(
                links ->
                    during
                        ? at(links.after(), incident.exemplars().after(), id)
                        : at(links.before(), incident.exemplars().before(), id)),
        request.isPresent()
            ? OptionalLong.of(request.get().found().durationNanos())
            : OptionalLong.empty(),
        request.map(this::criticalPath).orElse(List.of()));
  }

  private static Optional<String> at(List<String> links, List<String> ids, String id) {
    return links.stream()
        .skip(ids.indexOf(id))
        .findFirst()
        .filter(link -> link.length() <= MAX_LINK);
  }

  /** The own times of the steps on it; equal steps are one, at its first place. */
  private List<Part> criticalPath(Asked.Request request) {
    Map<String, Long> nanos = new LinkedHashMap<>();
    long whole = 0;
    for (Section section : request.criticalPath()) {
      Span span = request.spans().get(section.span());
      long length = section.toNanos() - section.fromNanos();
      nanos.merge(name(Frame.of(span.service(), span.operation())), length, Long::sum);
      whole += length;
    }
    return largest(nanos, whole);
  }

  private static String text(String text) {
    return Figures.shorten(text.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", ""), MAX_TEXT);
  }
}
