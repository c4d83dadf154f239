package io.tracemill.cli.analyze;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.cli.screen.Wording;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The incidents of an output, a line each. It holds one record of each incident. */
final class IncidentList {
  private static final int SHOWN = 10;
  private static final String FEW_REQUESTS =
      "Most windows have too few requests to be compared by themselves (mutations.min-traces), or none;"
          + " what is asked of all endpoints together is asked of these too. Longer windows"
          + " (profiles.window) have more.";

  private static final String NOT_BELIEVED =
      "Most windows cannot be judged, nor be learned from: too many of their traces are incomplete"
          + " (mutations.min-complete), or of their spans late (mutations.max-late). quality.jsonl says of"
          + " each endpoint how many: do spans of a service lack, is a wait (assembly.quiet-period,"
          + " assembly.root-grace) too short?";

  private static final String LITTLE_COMPARED =
      "Most windows were not compared: learning is before enough is known, blind has too few requests"
          + " or incomplete ones, as quality.jsonl says of each endpoint. For faults of a few minutes, or"
          + " files with gaps, take windows as in docs/examples/short-faults.yaml.";

  private static final String NOTHING_COMPARED =
      "So nothing was compared: profiles.window, mutations.baseline and mutations.min-baseline say"
          + " how much traffic an endpoint needs for that; docs/examples has shorter ones.";

  private final Map<String, FoundIncident> byId = new HashMap<>();

  /** Takes in a record of the incidents stream, in the order of the file. */
  void add(JsonNode json) {
    FoundIncident incident = FoundIncident.of(json);
    byId.merge(incident.id(), incident, FoundIncident::then);
  }

  /**
   * Prints those that cost most, or that there is none, and how far that is all.
   *
   * @param windows how closely endpoints were watched
   */
  void print(PrintWriter out, QualitySummary.Windows windows) {
    if (byId.isEmpty()) {
      out.print("No incident. ");
    } else {
      printIncidents(out);
    }
    out.println(text(windows));
    if (windows.watching() < windows.learning() + windows.blind()) {
      out.println(advice(windows));
    }
  }

  private static String advice(QualitySummary.Windows windows) {
    long notBelieved = windows.blind() - windows.thin();
    if (notBelieved > windows.watching() + windows.learning() + windows.thin()) {
      return NOT_BELIEVED;
    } else if (windows.watching() == 0 && windows.learning() > 0) {
      return NOTHING_COMPARED;
    }
    boolean few = windows.thin() > windows.watching() + windows.learning();
    return few ? FEW_REQUESTS : LITTLE_COMPARED;
  }

  private void printIncidents(PrintWriter out) {
    List<LocalDate> days = days();
    boolean oneDay = days.size() == 1;
    out.printf("Incidents, the most expensive first (UTC%s):%n", oneDay ? ", " + days.get(0) : "");
    mostExpensive().forEach(incident -> out.println(line(incident, oneDay)));
    if (byId.size() > SHOWN) {
      out.printf("  and %s more%n", Wording.number(byId.size() - SHOWN));
    }
  }

  private static String text(QualitySummary.Windows windows) {
    return "Windows of endpoints: %s watched, %s learning, %s blind%s."
        .formatted(
            Wording.number(windows.watching()),
            Wording.number(windows.learning()),
            Wording.number(windows.blind()),
            why(windows));
  }

  private static String why(QualitySummary.Windows windows) {
    return windows.thin() == 0
        ? ""
        : " (%s for want of requests)".formatted(Wording.number(windows.thin()));
  }

  private List<LocalDate> days() {
    return byId.values().stream()
        .flatMap(incident -> Stream.of(incident.firstDay(), incident.lastDay()))
        .distinct()
        .toList();
  }

  private List<FoundIncident> mostExpensive() {
    return byId.values().stream()
        .sorted(
            comparingLong(FoundIncident::costNanos)
                .reversed()
                .thenComparing(comparingLong(FoundIncident::sinceMillis))
                .thenComparing(comparing(FoundIncident::id)))
        .limit(SHOWN)
        .toList();
  }

  private static String line(FoundIncident incident, boolean oneDay) {
    String first = oneDay ? "" : incident.firstDay() + " ";
    String last = incident.firstDay().equals(incident.lastDay()) ? "" : incident.lastDay() + " ";
    return String.format(
        Locale.ROOT,
        "  %s%s..%s%s  %-6s  %-8s  %s",
        first,
        Wording.clock(incident.sinceMillis()),
        last,
        Wording.clock(incident.untilMillis()),
        incident.severity(),
        incident.status(),
        incident.summary());
  }
}
