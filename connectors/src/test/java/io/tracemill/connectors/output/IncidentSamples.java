package io.tracemill.connectors.output;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.difference.Condition;
import io.tracemill.analysis.difference.Difference;
import io.tracemill.analysis.explanation.CategoryMutation;
import io.tracemill.analysis.explanation.CategoryMutation.Precursor;
import io.tracemill.analysis.explanation.CategoryMutation.Side;
import io.tracemill.analysis.explanation.ChangeAccount;
import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.explanation.Exemplars;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.SubjectFigures;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.ChangeRecord.Kind;
import io.tracemill.analysis.record.ChangeRecord.Term;
import io.tracemill.analysis.record.IncidentRecord.Requests;
import io.tracemill.analysis.record.IncidentRecord.Totals;
import io.tracemill.analysis.record.MutationRecord.Change;
import io.tracemill.analysis.record.MutationRecord.ChangedStep;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Collectors;

/** Incidents and their explanations to be written. */
final class IncidentSamples {
  static final String INCIDENT = "fedcba9876543210fedcba9876543210";
  static final Period WINDOW = new Period(3_600_000, 3_660_000);
  static final Period BASELINE = new Period(0, 3_540_000);
  static final long JUDGED = 3_690_000;
  static final Frame CART = Frame.of("shop", "GET /cart");
  static final Frame SELECT = Frame.of("db", "SELECT");
  static final Subject SLOW = new PlaceTime(new Place.Edge("shop", "db"));
  static final Subject SLOW_SERVICE = new PlaceTime(new Place.Service("db"));
  static final Subject FAILING = new ErrorShare(new Place.Operation(SELECT));
  static final Subject FAILING_REQUESTS = new ErrorShare(Place.Request.WHOLE);
  static final Subject CALL = new CallShare(new Call(CART, SELECT));
  static final CallTreeSignature FLOW = new CallTreeSignature(0, 10);

  /** The id of the finding {@link #SLOW}. */
  static final String ID = idOf(firing(Severity.PAGE, SLOW));

  private IncidentSamples() {}

  private static String idOf(Incident incident) {
    return incident.idOf(incident.culprit());
  }

  static Incident firing(Severity severity, Subject subject) {
    return incident(severity, Optional.empty(), List.of(finding(subject, Optional.of(CART))));
  }

  /** Found over all endpoints, and over. */
  static Incident resolved(EndReason reason) {
    return incident(
        Severity.TICKET, Optional.of(reason), List.of(finding(SLOW_SERVICE, Optional.empty())));
  }

  private static Incident incident(
      Severity severity, Optional<EndReason> reason, List<Finding> findings) {
    return new Incident(
        INCIDENT,
        reason,
        severity,
        reason.isEmpty() ? 1 : 0,
        3_600_000,
        3_630_000,
        JUDGED,
        List.of(CART, SELECT),
        findings,
        5_000);
  }

  private static Finding finding(Subject subject, Optional<Frame> endpoint) {
    return new Finding(
        subject,
        endpoint.isEmpty(),
        List.of(CART, SELECT),
        new Finding.Side(90, 360, 10, 0.25),
        new Finding.Side(150, 300, 30, 0.5),
        WINDOW,
        BASELINE,
        0.001,
        3_750);
  }

  static ExplainedIncident explained(Incident incident) {
    return new ExplainedIncident(incident, Optional.of(explanation()));
  }

  static ExplainedIncident unexplained(Incident incident) {
    return new ExplainedIncident(incident, Optional.empty());
  }

  static Explanation explanation() {
    PathStep shop = PathStep.of(CART);
    List<Term> terms = List.of(rate(List.of(shop, PathStep.edge(CART, "db")), 70), mix(-30));
    List<PlaceChange> places = List.of(new PlaceChange(new Place.Edge("shop", "db"), 10, 55, 0.9));
    return new Explanation(
        CART,
        BASELINE,
        WINDOW,
        new Totals(CART, requests(900, 100, 200), requests(300, 150, 300)),
        new ChangeAccount(100, 150, terms, 10, places, 0.1),
        List.of(category(Change.STRUCTURAL, Optional.of(smallForm()))),
        List.of(new Difference(List.of(Condition.is(attribute())), 0.25, 1)),
        new Exemplars(List.of(Samples.TRACE), List.of(Samples.TRACE)),
        SubjectFigures.NONE,
        SubjectFigures.NONE);
  }

  private static Term mix(long nanos) {
    return new Term(Kind.MIX, FLOW.hex(), Optional.empty(), nanos);
  }

  private static Term rate(List<PathStep> path, long nanos) {
    return new Term(Kind.RATE, FLOW.hex(), Optional.of(path), nanos);
  }

  private static Requests requests(long traces, long mean, long p95) {
    return new Requests(traces, 0, mean, p95, Optional.empty());
  }

  private static RequestAttribute attribute() {
    return new RequestAttribute("db", "service.version", "v2");
  }

  private static CategoryMutation category(Change kind, Optional<CanonicalForm> form) {
    Side some = new Side(90, 0.25, 1_000, 0.5);
    Side more = new Side(150, 0.5, 3_000, Double.NaN);
    return new CategoryMutation(
        kind,
        FLOW,
        form,
        some,
        more,
        0.001,
        -7_000,
        List.of(new Precursor(new CallTreeSignature(0, 11), smallForm(), more, some, 0.75)),
        List.of(
            new ChangedStep(
                List.of(PathStep.of(CART), PathStep.of(SELECT)), 10, 30, OptionalDouble.of(0.5))));
  }

  /** A call of its own, then one of two in a row that nobody waits for, below it. */
  static CanonicalForm smallForm() {
    return new CanonicalForm(
        List.of(
            new Node(0, CART, false, 1),
            new Node(1, SELECT, false, 2),
            new Node(2, Frame.of("disk", "read"), true, 1),
            new Node(1, Frame.of("mail", "send"), true, 1)),
        false);
  }

  /** One of which everything is as large and as ugly as {@code size} and {@code names} are. */
  static ExplainedIncident hostile(List<String> names, int size, Random random) {
    List<Frame> frames = frames(names, size, random);
    Subject subject = subject(frames.get(0), random);
    Finding finding =
        new Finding(
            subject,
            random.nextBoolean(),
            frames,
            new Finding.Side(1, 2, 3, random.nextDouble()),
            new Finding.Side(1, 2, 3, Double.NaN),
            WINDOW,
            BASELINE,
            random.nextDouble(),
            random.nextLong());
    Incident incident =
        new Incident(
            INCIDENT,
            Optional.of(EndReason.NO_TRAFFIC),
            Severity.values()[random.nextInt(Severity.values().length)],
            0,
            random.nextInt(),
            random.nextInt(),
            random.nextInt(),
            frames,
            List.of(finding),
            random.nextLong());
    return new ExplainedIncident(incident, Optional.of(hostileExplanation(frames, random)));
  }

  private static Explanation hostileExplanation(List<Frame> frames, Random random) {
    Optional<CanonicalForm> form =
        random.nextBoolean() ? Optional.empty() : Optional.of(form(frames, random));
    List<TraceId> traces = Collections.nCopies(frames.size(), Samples.TRACE);
    return new Explanation(
        frames.get(0),
        BASELINE,
        WINDOW,
        new Totals(frames.get(0), requests(1, 3, 5), requests(2, 4, 6)),
        account(frames, random),
        List.of(category(Change.STRUCTURAL, form), category(Change.RESPONSE_TIME, form)),
        frames.stream()
            .map(f -> new RequestAttribute(f.service(), f.operation(), f.service()))
            .map(attribute -> new Difference(List.of(Condition.is(attribute)), 0, 1))
            .toList(),
        new Exemplars(traces, traces),
        SubjectFigures.NONE,
        SubjectFigures.NONE);
  }

  private static ChangeAccount account(List<Frame> frames, Random random) {
    List<PathStep> callPath =
        frames.stream()
            .map(f -> random.nextBoolean() ? PathStep.of(f) : PathStep.edge(f, f.service() + "x"))
            .collect(Collectors.toUnmodifiableList());
    List<Term> terms = new ArrayList<>();
    List<PlaceChange> places = new ArrayList<>();
    long sum = 0;
    for (Frame frame : frames) {
      long nanos = random.nextInt();
      sum += nanos;
      terms.add(random.nextBoolean() ? mix(nanos) : rate(callPath, nanos));
      places.add(new PlaceChange(new Place.Operation(frame), 1, 2, Double.NaN));
    }
    long before = random.nextInt(1_000_000);
    long after = random.nextInt(1_000_000);
    return new ChangeAccount(before, after, terms, after - before - sum, places, 0);
  }

  private static List<Frame> frames(List<String> names, int size, Random random) {
    return random
        .ints(size, 0, names.size())
        .mapToObj(i -> Frame.of(names.get(i), names.get(random.nextInt(names.size()))))
        .toList();
  }

  private static Subject subject(Frame frame, Random random) {
    Subject[] choice = {
      new PlaceTime(new Place.Operation(frame)),
      new PlaceTime(new Place.Edge(frame.service(), frame.operation())),
      new PlaceTime(new Place.Service(frame.service())),
      new ErrorShare(new Place.Operation(frame)),
      FAILING_REQUESTS,
      new CallShare(new Call(frame, frame))
    };
    return choice[random.nextInt(choice.length)];
  }

  private static CanonicalForm form(List<Frame> frames, Random random) {
    List<Node> nodes = new ArrayList<>();
    nodes.add(new Node(0, frames.get(0), false, 1));
    for (Frame frame : frames) {
      int above = nodes.get(nodes.size() - 1).depth();
      nodes.add(new Node(1 + random.nextInt(above + 1), frame, random.nextBoolean(), 1));
    }
    return new CanonicalForm(nodes, random.nextBoolean());
  }
}
