package io.tracemill.connectors.output;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Scope;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Concerned;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.LastFound;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.change.ChangeAccount;
import io.tracemill.analysis.change.ChangeAccount.Mix;
import io.tracemill.analysis.change.ChangeAccount.Rate;
import io.tracemill.analysis.change.ChangeAccount.Term;
import io.tracemill.analysis.change.Culprit.EdgeCulprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointChange;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.Finding.PrecursorShare;
import io.tracemill.analysis.mutation.Finding.Rule;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Subject.CallShare;
import io.tracemill.analysis.mutation.Subject.CategoryShare;
import io.tracemill.analysis.mutation.Subject.CategoryTime;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.mutation.Verdict;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.statistics.TestResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Alerts, incidents and accounts of changes to be written. */
final class AlertSamples {
  static final String ID = "0123456789abcdef0123456789abcdef";
  static final String INCIDENT = "fedcba9876543210fedcba9876543210";
  static final Period WINDOW = new Period(3_600_000, 3_660_000);
  static final Period BASELINE = new Period(0, 3_540_000);
  static final Frame CART = Frame.of("shop", "GET /cart");
  static final Frame SELECT = Frame.of("db", "SELECT");
  static final CallTreeSignature FLOW = new CallTreeSignature(0, 10);
  static final Subject CATEGORY = new CategoryShare(FLOW);
  static final Subject CALL = new CallShare(CART, SELECT, 2);
  static final Subject PLACE = new PlaceTime(new EdgeCulprit("shop", "db"));
  private static final Totals TOTALS = new Totals(900, 300, 20, 30, 40, 60, 0.1, 0.97);

  private AlertSamples() {}

  static Alert firing(Subject subject) {
    Finding finding =
        new Finding(
            trial(subject, new TestResult(3, 0.001, 0)),
            5_000,
            Optional.of(smallForm()),
            List.of(new PrecursorShare(new CallTreeSignature(0, 11), 0.5, 0.75, 0.25)),
            List.of(
                new CulpritChange(new EdgeCulprit("shop", "db"), 10, 30, 0.75),
                new CulpritChange(new FrameCulprit(SELECT), 4, 5, 0.125)),
            List.of(new Rule("db service.version = v2", 0.875)),
            List.of(Samples.TRACE),
            List.of(Samples.TRACE));
    return alert(Status.FIRING, Optional.empty(), Scope.CATEGORY, List.of(CART), finding);
  }

  static Alert ofSystem(Status status, Optional<Reason> reason) {
    Finding finding = firing(PLACE).finding();
    return alert(status, reason, Scope.SYSTEM, List.of(CART, SELECT), finding);
  }

  /** A call of several endpoints: its caller, whose time is not known, and a slower place. */
  static Alert callOfSystem() {
    Finding example = firing(CALL).finding();
    List<CulpritChange> culprits =
        List.of(CulpritChange.ofName(new FrameCulprit(CART)), example.culprits().get(0));
    Finding finding =
        new Finding(
            example.trial(),
            example.contributionNanos(),
            example.form(),
            example.precursors(),
            culprits,
            example.rules(),
            example.before(),
            example.after());
    return alert(Status.FIRING, Optional.empty(), Scope.SYSTEM, List.of(CART, SELECT), finding);
  }

  /** The same after a window without requests. */
  static Alert without(Alert alert) {
    Totals none = new Totals(900, 0, 20, 0, 40, 0, 0, 1);
    return alert(
        alert.status(), alert.reason(), alert.scope(), alert.endpoints(), alert.finding(), none);
  }

  private static Alert alert(
      Status status, Optional<Reason> reason, Scope scope, List<Frame> endpoints, Finding finding) {
    return alert(status, reason, scope, endpoints, finding, TOTALS);
  }

  private static Alert alert(
      Status status,
      Optional<Reason> reason,
      Scope scope,
      List<Frame> endpoints,
      Finding finding,
      Totals totals) {
    return new Alert(
        ID,
        status,
        reason,
        scope,
        1,
        new LastFound(endpoints, finding, totals, new Concerned(300, 20), 3_600_000),
        0.002,
        3_600_000,
        3_300_000,
        WINDOW,
        BASELINE,
        INCIDENT);
  }

  private static Trial trial(Subject subject, TestResult test) {
    Verdict verdict = new Verdict(true, test, true, false);
    return new Trial(
        subject, new Side(90, 0.25, 1_000), new Side(150, 0.5, 3_000), verdict, verdict);
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

  static Incident incident(Status status, Optional<Reason> reason) {
    return incident(status, reason, firing(PLACE).finding().culprits());
  }

  static Incident blamingNobody() {
    CulpritChange name = CulpritChange.ofName(new EdgeCulprit("shop", "db"));
    return incident(Status.FIRING, Optional.empty(), List.of(name));
  }

  private static Incident incident(
      Status status, Optional<Reason> reason, List<CulpritChange> culprits) {
    return new Incident(
        INCIDENT,
        status,
        reason,
        Incident.Severity.PAGE,
        1,
        3_600_000,
        3_300_000,
        WINDOW,
        culprits,
        List.of(CART),
        List.of(ID),
        5_000,
        firing(PLACE),
        new Incident.Peak(3_660_000, 5_000, List.of(CART), firing(PLACE)));
  }

  static EndpointChange change() {
    PathStep shop = PathStep.of(CART);
    return new EndpointChange(
        CART,
        WINDOW,
        BASELINE,
        new ChangeAccount(
            100,
            150,
            List.of(
                new Rate(FLOW, List.of(shop, PathStep.edge(CART, "db")), 70), new Mix(FLOW, -30)),
            4,
            10));
  }

  /** An alert of which everything is as large and as ugly as {@code size} and {@code names} are. */
  static Alert hostile(List<String> names, int size, Random random) {
    List<Frame> frames = frames(names, size, random);
    Finding finding =
        new Finding(
            trial(subject(frames, random), new TestResult(0, random.nextDouble(), 0)),
            random.nextLong(),
            random.nextBoolean() ? Optional.empty() : Optional.of(form(frames, random)),
            Collections.nCopies(size, new PrecursorShare(FLOW, 1, random.nextDouble(), 0)),
            culprits(frames, random),
            frames.stream().map(frame -> new Rule(frame.operation(), 0.5)).toList(),
            Collections.nCopies(size, Samples.TRACE),
            Collections.nCopies(size, Samples.TRACE));
    Scope scope = Scope.values()[random.nextInt(Scope.values().length)];
    return alert(Status.RESOLVED, Optional.of(Reason.NO_TRAFFIC), scope, frames, finding);
  }

  static Incident hostileIncident(List<String> names, int size, Random random) {
    List<Frame> frames = frames(names, size, random);
    Alert leading = hostile(names, size, random);
    return new Incident(
        INCIDENT,
        Status.FIRING,
        Optional.empty(),
        Incident.Severity.TICKET,
        size,
        random.nextInt(),
        random.nextInt(),
        WINDOW,
        culprits(frames, random),
        frames,
        Collections.nCopies(size, ID),
        random.nextLong(),
        leading,
        new Incident.Peak(3_660_000, random.nextLong(), frames, leading));
  }

  static EndpointChange hostileChange(List<String> names, int size, Random random) {
    List<Frame> frames = frames(names, size, random);
    List<PathStep> callPath =
        frames.stream()
            .map(f -> random.nextBoolean() ? PathStep.of(f) : PathStep.edge(f, f.service() + "x"))
            .toList();
    List<Term> terms = new ArrayList<>();
    long sum = 0;
    for (int i = 0; i < size; i++) {
      long nanos = random.nextInt();
      sum += nanos;
      terms.add(random.nextBoolean() ? new Mix(FLOW, nanos) : new Rate(FLOW, callPath, nanos));
    }
    long before = random.nextInt(1_000_000);
    long after = random.nextInt(1_000_000);
    return new EndpointChange(
        frames.get(0),
        WINDOW,
        BASELINE,
        new ChangeAccount(before, after, terms, 0, after - before - sum));
  }

  private static List<Frame> frames(List<String> names, int size, Random random) {
    return random
        .ints(size, 0, names.size())
        .mapToObj(i -> Frame.of(names.get(i), names.get(random.nextInt(names.size()))))
        .toList();
  }

  private static Subject subject(List<Frame> frames, Random random) {
    Frame frame = frames.get(0);
    Subject[] choice = {
      CATEGORY,
      new CategoryTime(FLOW),
      new PlaceTime(new FrameCulprit(frame)),
      new PlaceTime(new EdgeCulprit(frame.service(), frame.operation())),
      new PlaceTime(new ServiceCulprit(frame.service())),
      new CallShare(frame, frame, 1)
    };
    return choice[random.nextInt(choice.length)];
  }

  private static List<CulpritChange> culprits(List<Frame> frames, Random random) {
    return frames.stream()
        .map(
            frame ->
                new CulpritChange(
                    random.nextBoolean()
                        ? new FrameCulprit(frame)
                        : new EdgeCulprit(frame.service(), frame.operation()),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextBoolean() ? Double.NaN : random.nextGaussian()))
        .toList();
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
