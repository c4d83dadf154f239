package io.tracemill.console.bundle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.console.bundle.IncidentBundle.Account;
import io.tracemill.console.bundle.IncidentBundle.Change;
import io.tracemill.console.bundle.IncidentBundle.Part;
import io.tracemill.console.bundle.IncidentBundle.Rule;
import io.tracemill.console.bundle.IncidentBundle.Side;
import io.tracemill.console.bundle.IncidentBundle.Trace;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A bundle as Markdown. Senders choose names, so names are code and texts are escaped. */
final class BundleMarkdown {
  private static final Pattern BACKTICKS = Pattern.compile("`+");
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final IncidentBundle bundle;
  private final Optional<String> console;
  private final List<String> lines = new ArrayList<>();

  private BundleMarkdown(IncidentBundle bundle, Optional<String> console) {
    this.bundle = bundle;
    this.console = console;
  }

  /**
   * The text of a bundle.
   *
   * @param console the address of its pages, without a fragment
   */
  static String of(IncidentBundle bundle, Optional<String> console) {
    return new BundleMarkdown(bundle, console).text();
  }

  private String text() {
    lines.add("# " + plain(bundle.summary()));
    lines.add("");
    addFacts();
    section("How complete this is", bundle.evidence().stream().map(each -> "- " + plain(each)));
    changes("Culprits", bundle.culprits());
    section("Versions", bundle.versions().stream().map(BundleMarkdown::rule));
    section("Stack samples", bundle.stacks().stream().map(each -> "- " + plain(each)));
    section("Endpoints", bundle.endpoints().stream().map(each -> "- " + code(each)));
    bundle.accounts().forEach(this::addAccount);
    section(
        "What slow requests have in common",
        bundle.differences().stream().map(BundleMarkdown::rule));
    changes("All changes", bundle.changes());
    section("Traces", bundle.traces().stream().map(BundleMarkdown::trace));
    section("Left out", bundle.leftOut().stream().map(each -> "- " + each));
    return String.join("\n", lines) + "\n";
  }

  private void section(String title, Stream<String> content) {
    List<String> shown = content.toList();
    if (!shown.isEmpty()) {
      lines.addAll(List.of("", "## " + title, ""));
      lines.addAll(shown);
    }
  }

  private void addFacts() {
    long since = bundle.sinceMillis();
    String lasted = Figures.duration(NANOS_PER_MILLI * Math.max(0, bundle.judgedMillis() - since));
    lines.add("- Incident: %s, %s".formatted(code(bundle.id()), bundle.severity().label()));
    lines.add(
        bundle.firing()
            ? "- Since %s, for %s".formatted(Figures.time(since, 0), lasted)
            : "- From %s, ended after %s".formatted(Figures.time(since, 0), lasted));
    lines.add("- As of: " + Figures.time(bundle.judgedMillis(), 0));
    lines.add(
        "- Window: %s; baseline: %s".formatted(period(bundle.window()), period(bundle.baseline())));
    if (bundle.contributionNanos() > 0) {
      lines.add("- Extra time of all requests: " + Figures.duration(bundle.contributionNanos()));
    }
    bundle
        .totals()
        .ifPresent(
            totals ->
                lines.add(
                    "- All requests of %s: %s"
                        .formatted(
                            code(totals.endpoint()), totals(totals.before(), totals.after()))));
    console.ifPresent(
        address ->
            lines.add(
                "- Link: <%s#/incident?id=%s>"
                    .formatted(address, URLEncoder.encode(bundle.id(), UTF_8))));
  }

  private static String totals(Side before, Side after) {
    return "%s -> %s requests, mean %s, p95 %s, failed %s -> %s"
        .formatted(
            Figures.count(before.requests()),
            Figures.count(after.requests()),
            Figures.durations(before.meanNanos(), after.meanNanos()),
            Figures.durations(before.p95Nanos(), after.p95Nanos()),
            failed(before),
            failed(after));
  }

  private static String failed(Side side) {
    return Figures.percent((double) side.failed() / Math.max(1, side.requests()));
  }

  private static String period(Period period) {
    return "%s to %s"
        .formatted(
            Figures.time(period.startMillis(), 0),
            Figures.time(period.endMillis(), period.startMillis()));
  }

  private void changes(String title, List<Change> changes) {
    List<String> rows = new ArrayList<>();
    for (Change change : changes) {
      rows.add(
          row(
              code(change.what()),
              change.kind(),
              side(change.beforeNanos(), change.beforeShare()),
              side(change.afterNanos(), change.afterShare()),
              change.extraNanos().isPresent()
                  ? Figures.signedDuration(change.extraNanos().getAsLong())
                  : "",
              change.pValue().isPresent() ? Figures.pValue(change.pValue().getAsDouble()) : ""));
      change
          .steps()
          .forEach(
              step ->
                  rows.add(
                      row(
                          code(step.path()),
                          "own time",
                          Figures.duration(step.beforeNanos()),
                          Figures.duration(step.afterNanos()),
                          "",
                          "")));
    }
    table(title, List.of("What", "Kind", "Before", "After", "Extra time", "Chance"), rows);
  }

  private static String side(OptionalLong nanos, OptionalDouble share) {
    if (nanos.isPresent()) {
      return Figures.duration(nanos.getAsLong());
    }
    return share.isPresent() ? Figures.percent(share.getAsDouble()) : "";
  }

  private void addAccount(Account account) {
    List<String> rows = new ArrayList<>();
    rows.add(row("before", Figures.duration(account.beforeNanos())));
    for (Part part : account.parts()) {
      rows.add(row(code(part.what()), Figures.signedDuration(part.nanos())));
    }
    rows.add(row("after", Figures.duration(account.afterNanos())));
    table("Mean time of " + code(account.endpoint()), List.of("Part", "Time"), rows);
  }

  private void table(String title, List<String> titles, List<String> rows) {
    if (!rows.isEmpty()) {
      List<String> table = new ArrayList<>();
      table.add(row(titles.toArray(String[]::new)));
      table.add(row(titles.stream().map(each -> "---").toArray(String[]::new)));
      table.addAll(rows);
      section(title, table.stream());
    }
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  private static String rule(Rule rule) {
    return "- %s: right for %s of the requests"
        .formatted(code(rule.rule()), Figures.percent(rule.accuracy()));
  }

  private static String trace(Trace trace) {
    String duration =
        trace.durationNanos().isPresent()
            ? " " + Figures.duration(trace.durationNanos().getAsLong())
            : "";
    String path =
        trace.path().stream()
            .map(part -> code(part.what()) + " " + Figures.duration(part.nanos()))
            .collect(joining(" > "));
    return "- %s: %s%s%s%s"
        .formatted(
            trace.during() ? "during" : "before",
            code(trace.traceId()),
            duration,
            trace.link().map(link -> " <" + link + ">").orElse(""),
            path.isEmpty() ? "" : "\n  - " + path);
  }

  /** Escapes markup in a text. */
  private static String plain(String text) {
    return text.replaceAll("[\\\\`*_\\[\\]<#|~&]", "\\\\$0");
  }

  /** A name as code, between more backticks than it has in a row. */
  private static String code(String name) {
    int longest = 0;
    Matcher runs = BACKTICKS.matcher(name);
    while (runs.find()) {
      longest = Math.max(longest, runs.end() - runs.start());
    }
    String fence = "`".repeat(longest + 1);
    String pad = name.startsWith("`") || name.endsWith("`") || name.isEmpty() ? " " : "";
    return fence + pad + name.replace("|", "\\|") + pad + fence;
  }
}
