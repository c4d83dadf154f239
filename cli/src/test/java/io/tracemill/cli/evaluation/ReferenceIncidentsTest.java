package io.tracemill.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.detection.Detector;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.cli.evaluation.ReferenceRequests.Request;
import io.tracemill.cli.results.Recording;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The same requests as the reference detector's ({@link ReferenceRequests}) give the incidents that
 * it gives: what is slower with the same culprit, since within a pane.
 */
final class ReferenceIncidentsTest {
  private static final Duration PANE = Duration.ofSeconds(30);

  /** Of what got slower, as the reference prints it: since, and the culprit. */
  private static final List<String> ONLINE_BOUTIQUE =
      List.of(
          "05:28:00 frontend -> currencyservice",
          "06:36:00 productcatalogservice hipstershop.ProductCatalogService/ListProducts",
          "07:10:00 recommendationservice"
              + " /hipstershop.RecommendationService/ListRecommendations",
          "07:27:30 frontend -> shippingservice");

  /** Without its stray page of 13:30:30, which our smaller part of the budget for places spares. */
  private static final List<String> TRAIN_TICKET =
      List.of(
          "09:57:30 ts-order-service SELECT ts.orders",
          "13:33:00 ts-contacts-service ContactsRepository.findById",
          "15:41:30 ts-order-service SELECT ts.orders",
          "15:43:00 ts-preserve-service -> ts-security-service",
          "15:41:30 ts-inside-payment-service SELECT Payment");

  @Test
  void slowerPlacesOfOnlineBoutiqueAreThoseOfTheReference() throws IOException {
    List<Incident> incidents = incidents(Recording.ONLINE_BOUTIQUE, Set.of());

    assertAlerts(incidents, ONLINE_BOUTIQUE);
    assertThat(notices(incidents)).singleElement().asString().contains("adservice");
  }

  /** The reference has 20 notices; docs/evaluation.md lists which differ. */
  @Test
  void slowerPlacesOfTrainTicketAreThoseOfTheReference() throws IOException {
    List<Incident> incidents = incidents(Recording.TRAIN_TICKET, Set.of("ts-gateway-service"));

    assertAlerts(incidents, TRAIN_TICKET);
    assertThat(notices(incidents)).hasSizeBetween(17, 21);
  }

  /**
   * A slice that is part of the project: the minute before a fault against the minutes after it.
   */
  @Test
  void theFaultInTheSliceOfOnlineBoutiqueIsNamed() throws IOException {
    DetectionRules rules = DetectionRules.standard().withPane(10_000);
    long injected = Instant.parse("2022-08-22T05:27:06Z").toEpochMilli();
    List<Request> requests = ReferenceRequests.read(Recording.ONLINE_BOUTIQUE.slice(), Set.of());
    Predicate<Request> before = r -> r.endNanos() / 1_000_000 < injected;

    List<Incident> found =
        Detector.compare(
            rules,
            panes(rules, requests.stream().filter(before)),
            panes(rules, requests.stream().filter(before.negate())));

    assertThat(found.stream().map(i -> i.culprit().subject().toString()))
        .contains("frontend -> currencyservice time");
  }

  private static List<Collection<PaneCounts>> panes(
      DetectionRules rules, Stream<Request> requests) {
    return List.copyOf(
        new ReferencePanes(rules.scale()).cut(requests.toList(), rules.paneMillis()).values());
  }

  private static void assertAlerts(List<Incident> incidents, List<String> expected) {
    List<Incident> alerts =
        incidents.stream().filter(i -> i.severity() != Incident.Severity.INFO).toList();
    assertThat(alerts.stream().map(i -> i.culprit().subject().toString()).toList())
        .containsExactlyElementsOf(
            expected.stream().map(line -> line.substring(9) + " time").toList());
    for (int i = 0; i < expected.size(); i++) {
      Instant since = Instant.ofEpochMilli(alerts.get(i).sinceMillis());
      Instant wanted =
          Instant.parse(since.toString().substring(0, 11) + expected.get(i).substring(0, 8) + "Z");
      assertThat(Duration.between(wanted, since).abs()).isLessThanOrEqualTo(PANE);
    }
  }

  private static List<Subject> notices(List<Incident> incidents) {
    return incidents.stream()
        .filter(i -> i.severity() == Incident.Severity.INFO)
        .map(i -> i.culprit().subject())
        .toList();
  }

  /** As they fired first, in order. */
  private static List<Incident> incidents(Recording recording, Set<String> skipped)
      throws IOException {
    assumeTrue(recording.whole().isPresent(), "there is no ../shared/data");
    DetectionRules rules = DetectionRules.standard();
    Map<Long, Collection<PaneCounts>> panes =
        new ReferencePanes(rules.scale())
            .cut(ReferenceRequests.read(recording.file(), skipped), rules.paneMillis());
    Detector detector = new Detector(rules);
    Map<String, Incident> first = new LinkedHashMap<>();
    panes.forEach(
        (start, endpoints) ->
            detector
                .judge(start + rules.paneMillis(), endpoints)
                .incidents()
                .forEach(incident -> first.putIfAbsent(incident.id(), incident)));
    return new ArrayList<>(first.values());
  }
}
