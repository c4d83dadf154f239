package io.tracemill.console.bundle;

import static io.tracemill.console.bundle.MarkdownText.code;
import static io.tracemill.console.bundle.MarkdownText.plain;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.deployment.Deployment;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.record.ChangeRecord;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.IncidentRecord.Requests;
import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.record.NamedCulprit;
import io.tracemill.analysis.record.NamedPlace;
import io.tracemill.analysis.span.Frame;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** An incident as Markdown: names are code, and texts are escaped. */
final class BundleMarkdown {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int MAX_LINK = 500;
  private static final int NAMED_STEPS = 4;
  private static final String VERSION = ".service.version";

  private final Asked asked;
  private final IncidentRecord incident;
  private final int most;
  private final List<String> lines = new ArrayList<>();
  private final Map<String, Integer> leftOut = new LinkedHashMap<>();

  private BundleMarkdown(Asked asked, int most) {
    this.asked = asked;
    this.incident = asked.detail().incident();
    this.most = most;
  }

  /**
   * The text of an incident.
   *
   * @param console the address of the pages, without a fragment
   * @param most the most elements of each list
   */
  static String of(Asked asked, Optional<String> console, int most) {
    BundleMarkdown markdown = new BundleMarkdown(asked, most);
    markdown.addFacts(console);
    markdown.addSections();
    return String.join("\n", markdown.lines) + "\n";
  }

  private void addFacts(Optional<String> console) {
    long since = incident.sinceMillis();
    lines.addAll(List.of("# " + plain(incident.summary()), ""));
    lines.add(
        "- Incident: %s, %s, %s"
            .formatted(
                code(incident.id()),
                incident.severity().label(),
                asked.detail().firing() ? "firing" : "over"));
    incident.owner().ifPresent(owner -> lines.add("- Owner: " + code(owner)));
    incident.muted().ifPresent(reason -> lines.add("- Muted: " + plain(reason)));
    lines.add(
        "- Since %s, for %s; as of %s"
            .formatted(
                Figures.time(since, 0),
                Figures.duration(NANOS_PER_MILLI * Math.max(0, incident.judgedMillis() - since)),
                Figures.time(incident.judgedMillis(), 0)));
    lines.add(
        "- Window: %s; baseline: %s"
            .formatted(period(incident.window()), period(incident.baseline())));
    if (incident.contributionNanos() > 0) {
      lines.add("- Extra time of all requests: " + Figures.duration(incident.contributionNanos()));
    }
    incident.totals().ifPresent(this::addTotals);
    console.ifPresent(
        address ->
            lines.add(
                "- Link: <%s#/incident?id=%s>"
                    .formatted(address, URLEncoder.encode(incident.id(), UTF_8))));
  }

  private static String period(Period period) {
    return "%s to %s"
        .formatted(
            Figures.time(period.startMillis(), 0),
            Figures.time(period.endMillis(), period.startMillis()));
  }

  private void addTotals(IncidentRecord.Totals totals) {
    Requests before = totals.before();
    Requests after = totals.after();
    lines.add(
        "- All requests of %s: %s -> %s requests, mean %s, p95 %s, failed %s -> %s"
            .formatted(
                code(totals.endpoint()),
                Figures.count(before.traces()),
                Figures.count(after.traces()),
                Figures.durations(before.meanNanos(), after.meanNanos()),
                Figures.durations(before.p95Nanos(), after.p95Nanos()),
                failed(before),
                failed(after)));
  }

  private static String failed(Requests requests) {
    return Figures.percent((double) requests.failed() / Math.max(1, requests.traces()));
  }

  private void addSections() {
    section("How complete this is", asked.evidence().stream().map(each -> "- " + plain(each)));
    changes("Culprits", first("culprits", incident.culprits()).map(this::culprit));
    section(
        "Deployed at about that time",
        first("deployments", asked.deployments()).map(this::deployment));
    section("Versions", first("versions", rules(true)).map(BundleMarkdown::rule));
    section(
        "Stack samples",
        first("sentences of stack samples", incident.stacks()).map(each -> "- " + plain(each)));
    section("Endpoints", first("endpoints", incident.endpoints()).map(each -> "- " + code(each)));
    // An account is about mean times, and so does not explain failures.
    if (incident.culprits().stream().limit(1).noneMatch(BundleMarkdown::isOfErrors)) {
      first("accounts", asked.detail().accounts()).toList().forEach(this::addAccount);
    }
    section(
        "What else slow requests have in common",
        first("rules", rules(false)).map(BundleMarkdown::rule));
    changes("All changes", first("changes", asked.detail().mutations()).flatMap(this::mutation));
    section(
        "Traces",
        Stream.concat(
            first("traces", incident.exemplars().after()).map(id -> trace(id, "during")),
            first("earlier traces", incident.exemplars().before()).map(id -> trace(id, "before"))));
    section(
        "Left out",
        leftOut.entrySet().stream()
            .map(each -> "- %d more %s".formatted(each.getValue(), each.getKey())));
  }

  private <T> Stream<T> first(String what, List<T> all) {
    if (all.size() > most) {
      leftOut.merge(what, all.size() - most, Integer::sum);
    }
    return all.stream().limit(most);
  }

  private void section(String title, Stream<String> content) {
    List<String> shown = content.toList();
    if (!shown.isEmpty()) {
      lines.addAll(List.of("", "## " + title, ""));
      lines.addAll(shown);
    }
  }

  private void changes(String title, Stream<String> rows) {
    table(title, row("What", "Kind", "Before", "After", "Extra time", "Chance"), rows);
  }

  private void table(String title, String head, Stream<String> rows) {
    List<String> shown = rows.toList();
    if (!shown.isEmpty()) {
      String rule = head.replaceAll("[^|]+", " --- ").trim();
      section(title, Stream.concat(Stream.of(head, rule), shown.stream()));
    }
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  private static boolean isOfErrors(NamedCulprit culprit) {
    return culprit.errors().orElse(false);
  }

  private String culprit(NamedCulprit culprit) {
    NamedPlace place =
        new NamedPlace(
            culprit.type(),
            culprit.service(),
            culprit.operation(),
            culprit.caller(),
            culprit.callee());
    double extra = culprit.share().orElse(0) * incident.contributionNanos();
    return row(
        place(Optional.of(place)),
        label(culprit.type()) + (isOfErrors(culprit) ? ", errors" : ""),
        side(culprit.beforeNanos(), culprit.beforeShare()),
        side(culprit.afterNanos(), culprit.afterShare()),
        extra > 0 ? Figures.signedDuration(Math.round(extra)) : "",
        "");
  }

  private Stream<String> mutation(MutationRecord mutation) {
    String what =
        mutation
            .category()
            .map(each -> "requests of category " + code(Figures.shorten(each.id(), 12)))
            .orElseGet(() -> place(mutation.call().or(mutation::place)));
    return Stream.concat(
        Stream.of(
            row(
                what,
                label(mutation.kind()),
                side(mutation.before().meanNanos(), mutation.before().share()),
                side(mutation.after().meanNanos(), mutation.after().share()),
                Figures.signedDuration(mutation.contributionNanos()),
                Figures.pValue(mutation.pValue()))),
        first("steps of categories", mutation.steps().orElse(List.of()))
            .map(
                step ->
                    row(
                        path(step.callPath()),
                        "own time",
                        Figures.duration(step.beforeNanos()),
                        Figures.duration(step.afterNanos()),
                        Figures.signedDuration(step.nanos()) + " a request",
                        "")));
  }

  private String deployment(Deployment deployed) {
    return "- %s: %s -> %s at %s, on %s of requests%s; %s"
        .formatted(
            code(deployed.service()),
            code(deployed.before()),
            code(deployed.after()),
            Figures.time(deployed.sinceMillis(), incident.sinceMillis()),
            Figures.percent(deployed.share()),
            deployed.ended() ? ", ended" : "",
            deployed.verdict().map(BundleMarkdown::verdict).orElse("no verdict"));
  }

  private static String verdict(Deployment.Verdict verdict) {
    Deployment.Side before = verdict.before();
    Deployment.Side after = verdict.after();
    String outcome = label(verdict.outcome());
    return Math.min(before.requests(), after.requests()) == 0
        ? outcome
        : "%s: %s, failed %s -> %s, by %s and %s requests"
            .formatted(
                outcome,
                Figures.durations(before.latencyNanos(), after.latencyNanos()),
                Figures.percent(before.failedShare()),
                Figures.percent(after.failedShare()),
                Figures.count(before.requests()),
                Figures.count(after.requests()));
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String side(OptionalLong nanos, OptionalDouble share) {
    if (nanos.isPresent()) {
      return Figures.duration(nanos.getAsLong());
    }
    return share.isPresent() ? Figures.percent(share.getAsDouble()) : "";
  }

  private static String place(Optional<NamedPlace> named) {
    if (named.isEmpty() || named.get().type() == NamedPlace.Type.REQUEST) {
      return "the requests themselves";
    }
    NamedPlace place = named.get();
    String caller =
        place
            .caller()
            .map(each -> each.service() + each.operation().map(" "::concat).orElse(""))
            .map(each -> code(each) + (place.callee().isPresent() ? " -> " : " calls "))
            .orElse("");
    String called =
        place
            .callee()
            .orElseGet(
                () -> place.service().orElse("") + place.operation().map(" "::concat).orElse(""));
    return caller + code(called);
  }

  /** The end of a call path, which says most. */
  private static String path(List<PathStep> path) {
    int from = Math.max(0, path.size() - NAMED_STEPS);
    return (from > 0 ? "... > " : "")
        + path.stream().skip(from).map(each -> code(each.toString())).collect(joining(" > "));
  }

  private void addAccount(ChangeRecord change) {
    Map<String, Long> parts = new LinkedHashMap<>();
    for (ChangeRecord.Term term : change.terms()) {
      String what =
          term.node()
              .map(path -> code(path.get(path.size() - 1).toString()))
              .orElse("different mix of fast and slow requests");
      parts.merge(what, term.nanos(), Long::sum);
    }
    table(
        "Mean time of " + code(change.endpoint()),
        row("Part", "Time"),
        Stream.of(
                Stream.of(row("before", Figures.duration(change.beforeMeanNanos()))),
                largest(parts, change.deltaMeanNanos())
                    .map(part -> row(part.getKey(), Figures.signedDuration(part.getValue()))),
                Stream.of(row("after", Figures.duration(change.afterMeanNanos()))))
            .flatMap(each -> each));
  }

  /** The largest parts of a whole, in their order, and the rest. */
  private Stream<Map.Entry<String, Long>> largest(Map<String, Long> parts, long whole) {
    List<Map.Entry<String, Long>> largest =
        parts.entrySet().stream()
            .filter(part -> part.getValue() != 0)
            .sorted(comparingLong(part -> -Math.abs(part.getValue())))
            .limit(most)
            .toList();
    long rest = whole - largest.stream().mapToLong(Map.Entry::getValue).sum();
    return Stream.concat(
        parts.entrySet().stream().filter(largest::contains),
        Stream.of(Map.entry("everything else", rest)).filter(part -> part.getValue() != 0));
  }

  private List<IncidentRecord.Difference> rules(boolean ofVersions) {
    return incident.differences().stream()
        .filter(
            each -> each.attributes().stream().anyMatch(key -> key.endsWith(VERSION)) == ofVersions)
        .toList();
  }

  private static String rule(IncidentRecord.Difference rule) {
    return "- %s: right for %s of the requests"
        .formatted(plain(rule.rule()), Figures.percent(rule.accuracy()));
  }

  private String trace(String id, String when) {
    IncidentRecord.Exemplars exemplars = incident.exemplars();
    String link =
        incident.links().stream()
            .flatMap(
                links ->
                    when.equals("during")
                        ? links.after().stream().skip(exemplars.after().indexOf(id))
                        : links.before().stream().skip(exemplars.before().indexOf(id)))
            .limit(1)
            .filter(each -> each.length() <= MAX_LINK)
            .map(each -> " <" + each + ">")
            .collect(joining());
    String line = "- %s: %s%s".formatted(when, code(id), link);
    return Optional.ofNullable(asked.paths().get(id))
        .map(
            path ->
                "%s %s\n  - %s"
                    .formatted(line, Figures.duration(path.durationNanos()), steps(path)))
        .orElse(line);
  }

  private String steps(Asked.TracePath path) {
    Map<String, Long> steps = new LinkedHashMap<>();
    path.steps()
        .forEach(
            step ->
                steps.merge(
                    code(Frame.of(step.service(), step.operation())), step.nanos(), Long::sum));
    return largest(steps, path.steps().stream().mapToLong(Asked.Step::nanos).sum())
        .map(part -> part.getKey() + " " + Figures.duration(part.getValue()))
        .collect(joining(" > "));
  }
}
