package io.tracemill.analysis.explanation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.difference.Difference;
import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.explanation.FormerMutations.Category;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.record.ChangeRecord;
import io.tracemill.analysis.record.Finite;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.KeepRecord;
import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.record.NamedCulprit;
import io.tracemill.analysis.record.NamedPlace;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;

/** Makes the records of an explained incident, and of an explanation. */
public final class IncidentRecords {
  private final ExplainedIncident explained;
  private final Incident incident;
  private final Optional<Explanation> explanation;
  private final List<Category> categories;

  private IncidentRecords(ExplainedIncident explained) {
    this.explained = explained;
    this.incident = explained.incident();
    this.explanation = explained.explanation();
    this.categories =
        Stream.concat(
                explanation.stream().flatMap(IncidentRecords::categories),
                explained.former().categories().stream())
            .toList();
  }

  private static Stream<Category> categories(Explanation why) {
    return why.mutations().stream()
        .map(each -> new Category(why.endpoint(), why.baseline(), why.window(), each));
  }

  /**
   * The record of an incident.
   *
   * @param sentence what happened
   * @param traceLink template of {@link TraceLink}; empty for no links
   */
  public static IncidentRecord incident(
      ExplainedIncident explained, String sentence, String traceLink) {
    return new IncidentRecords(explained).incident(sentence, traceLink);
  }

  /**
   * The incident's findings that its endpoint tells of, and the categories that explain it there;
   * each by its contribution, largest first. A resolved incident also has the categories that
   * explained it earlier, with their latest figures.
   */
  public static List<MutationRecord> mutations(ExplainedIncident explained) {
    return new IncidentRecords(explained).mutations();
  }

  private IncidentRecord incident(String sentence, String traceLink) {
    return new IncidentRecord(
        incident.id(),
        incident.status(),
        incident.reason(),
        incident.severity(),
        explained.handling().owner(),
        explained.handling().muted(),
        incident.rank(),
        incident.sinceMillis(),
        incident.firedMillis(),
        incident.endMillis(),
        explained.window(),
        explained.baseline(),
        sentence,
        incident.contributionNanos(),
        culprits(incident),
        incident.endpoints(),
        Stream.concat(
                incident.findings().stream().map(incident::idOf),
                categories.stream().map(each -> id(incident.id(), each.mutation())))
            .toList(),
        explanation.map(Explanation::totals),
        differences(explanation),
        exemplars(explanation),
        explained.stacks().sentences(),
        explanation.filter(why -> !traceLink.isEmpty()).map(why -> links(why, traceLink)));
  }

  private static List<NamedCulprit> culprits(Incident incident) {
    return incident.culprits().stream().map(each -> NamedCulprit.of(each, incident)).toList();
  }

  private static List<IncidentRecord.Difference> differences(Optional<Explanation> explanation) {
    return explanation.stream()
        .flatMap(why -> why.differences().stream())
        .map(IncidentRecords::difference)
        .toList();
  }

  /** A low-level difference as readers see it. */
  public static IncidentRecord.Difference difference(Difference difference) {
    return new IncidentRecord.Difference(
        difference.rule(Figures::name), difference.accuracy(), difference.attributes());
  }

  private static IncidentRecord.Exemplars exemplars(Optional<Explanation> explanation) {
    return explanation
        .map(Explanation::exemplars)
        .map(each -> new IncidentRecord.Exemplars(ids(each.before()), ids(each.after())))
        .orElseGet(() -> new IncidentRecord.Exemplars(List.of(), List.of()));
  }

  private static List<String> ids(List<TraceId> traces) {
    return traces.stream().map(TraceId::hex).toList();
  }

  private static IncidentRecord.Links links(Explanation why, String template) {
    return new IncidentRecord.Links(
        links(why.exemplars().before(), why.baseline(), template),
        links(why.exemplars().after(), why.window(), template));
  }

  private static List<String> links(List<TraceId> traces, Period period, String template) {
    return traces.stream()
        .flatMap(
            trace ->
                TraceLink.of(template, trace, period.startMillis(), period.endMillis()).stream())
        .toList();
  }

  private static String id(String about, CategoryMutation category) {
    String parts = about + category.signature().hex() + category.kind().label();
    return UUID.nameUUIDFromBytes(parts.getBytes(UTF_8)).toString().replace("-", "");
  }

  private List<MutationRecord> mutations() {
    List<MutationRecord> records = new ArrayList<>();
    List<Finding> all = incident.findings();
    for (int i = 0; i < all.size(); i++) {
      if (explained.tells(all.get(i))) {
        records.add(finding(all.get(i), i + 1));
      }
    }
    int findings = records.size();
    for (Category category : categories) {
      records.add(
          category(category, records.size() - findings + 1, Optional.of(incident), explanation));
    }
    return records;
  }

  /** The categories of an explanation without an incident. */
  public static List<MutationRecord> mutations(Explanation why) {
    List<MutationRecord> records = new ArrayList<>();
    categories(why)
        .forEach(
            category ->
                records.add(
                    category(category, records.size() + 1, Optional.empty(), Optional.of(why))));
    return records;
  }

  private MutationRecord finding(Finding finding, int rank) {
    Subject subject = finding.subject();
    Optional<NamedPlace> named = Optional.of(NamedPlace.of(subject));
    boolean isCall = subject instanceof Subject.CallShare;
    boolean isTime = subject instanceof Subject.PlaceTime;
    boolean system = finding.endpoint().isEmpty();
    return new MutationRecord(
        incident.idOf(finding),
        incident.status(),
        incident.reason(),
        Optional.of(incident.id()),
        incident.sinceMillis(),
        isCall
            ? MutationRecord.Kind.CALL
            : isTime ? MutationRecord.Kind.TIME : MutationRecord.Kind.ERROR,
        system ? MutationRecord.Scope.SYSTEM : MutationRecord.Scope.ENDPOINT,
        rank,
        measuredAt(finding).or(finding::endpoint),
        system ? Optional.of(finding.endpoints()) : Optional.empty(),
        isCall ? Optional.empty() : named,
        isCall ? named : Optional.empty(),
        Optional.empty(),
        side(finding.before(), isTime),
        side(finding.after(), isTime),
        finding.pValue(),
        finding.contributionNanos(),
        finding.window(),
        finding.baseline(),
        Optional.empty(),
        Optional.empty(),
        culprits(incident),
        differences(explanation),
        exemplars(explanation));
  }

  private Optional<Frame> measuredAt(Finding finding) {
    return explanation.filter(why -> why.measures(finding)).map(Explanation::endpoint);
  }

  private static MutationRecord.Side side(Finding.Side side, boolean isTime) {
    return new MutationRecord.Side(
        side.requests(),
        OptionalLong.of(side.all()),
        isTime ? OptionalDouble.empty() : Finite.of(side.share()),
        isTime ? OptionalLong.of(side.meanNanos()) : OptionalLong.empty(),
        OptionalDouble.empty());
  }

  private static MutationRecord category(
      Category explained, int rank, Optional<Incident> of, Optional<Explanation> why) {
    CategoryMutation category = explained.mutation();
    String about =
        of.map(each -> each.id())
            .orElseGet(
                () -> Incident.id(explained.endpoint(), explained.baseline(), explained.window()));
    return new MutationRecord(
        id(about, category),
        of.map(Incident::status).orElse(Incident.Status.FIRING),
        of.flatMap(Incident::reason),
        of.map(each -> each.id()),
        of.map(Incident::sinceMillis).orElse(explained.window().startMillis()),
        MutationRecord.Kind.CATEGORY,
        MutationRecord.Scope.ENDPOINT,
        rank,
        Optional.of(explained.endpoint()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(
            new MutationRecord.Category(
                category.signature().hex(),
                category.kind(),
                category.form().map(IncidentRecords::runs),
                category.form().map(CanonicalForm::truncated))),
        side(category.before()),
        side(category.after()),
        category.pValue(),
        category.contributionNanos(),
        explained.window(),
        explained.baseline(),
        Optional.of(category.precursors().stream().map(IncidentRecords::precursor).toList()),
        Optional.of(category.steps()),
        of.map(IncidentRecords::culprits).orElse(List.of()),
        differences(why),
        exemplars(why));
  }

  private static MutationRecord.Side side(CategoryMutation.Side side) {
    return new MutationRecord.Side(
        side.traces(),
        OptionalLong.empty(),
        Finite.of(side.share()),
        OptionalLong.of(side.meanNanos()),
        Finite.of(side.variation()));
  }

  private static MutationRecord.Precursor precursor(CategoryMutation.Precursor precursor) {
    return new MutationRecord.Precursor(
        precursor.signature().hex(),
        1 - precursor.similarity(),
        precursor.before().share(),
        precursor.after().share());
  }

  /** The nodes of a form, each with the index of its parent in place of its depth. */
  private static List<MutationRecord.Run> runs(CanonicalForm form) {
    List<MutationRecord.Run> runs = new ArrayList<>();
    // By depth: the last node of that depth, the parent of the nodes just below it.
    List<Integer> path = new ArrayList<>();
    for (CanonicalForm.Node node : form.nodes()) {
      path.subList(node.depth(), path.size()).clear();
      runs.add(
          new MutationRecord.Run(
              path.isEmpty() ? -1 : path.get(node.depth() - 1),
              node.frame().service(),
              node.frame().operation(),
              node.run(),
              node.async()));
      path.add(runs.size() - 1);
    }
    return runs;
  }

  /** The exemplars of an incident, as traces that are worth keeping. */
  public static List<KeepRecord> keep(Explanation why) {
    return Stream.of(why.exemplars().before(), why.exemplars().after())
        .flatMap(List::stream)
        .map(
            trace ->
                new KeepRecord(
                    trace.hex(),
                    KeepRecord.Reason.INCIDENT,
                    why.endpoint(),
                    why.window().endMillis()))
        .toList();
  }

  /** The account of a change. */
  public static ChangeRecord change(Explanation why) {
    ChangeAccount account = why.account();
    return new ChangeRecord(
        why.endpoint(),
        why.window(),
        why.baseline(),
        account.beforeMeanNanos(),
        account.afterMeanNanos(),
        account.deltaMeanNanos(),
        account.terms(),
        account.restNanos(),
        account.places().stream().map(IncidentRecords::place).toList());
  }

  private static ChangeRecord.PlaceChange place(PlaceChange change) {
    NamedPlace place = NamedPlace.of(change.place());
    return new ChangeRecord.PlaceChange(
        place.type(),
        place.service(),
        place.operation(),
        place.caller().map(NamedPlace.Caller::service),
        place.callee(),
        change.beforeNanos(),
        change.afterNanos(),
        Finite.of(change.share()));
  }
}
