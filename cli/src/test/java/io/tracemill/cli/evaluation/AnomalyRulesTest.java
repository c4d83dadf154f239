package io.tracemill.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tracemill.cli.evaluation.AnomalyFold.Judged;
import io.tracemill.cli.results.Recording;
import io.tracemill.cli.results.SharedFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Rules without chance flag just the requests that the reference flags ({@code
 * ../shared/reference/anomaly}): quiet ones, those that touch a fault, those beside it, and those
 * that touch a weak one.
 */
final class AnomalyRulesTest {
  @Test
  void rulesFlagTheRequestsOfOnlineBoutiqueThatTheReferenceFlags() throws IOException {
    assertThat(flagged(Recording.ONLINE_BOUTIQUE, Set.of()))
        .containsExactly(
            "nearest: 10 of 1200, 244 of 733, 0 of 257, 4 of 29",
            "path z: 9 of 1200, 239 of 733, 0 of 257, 4 of 29",
            "category z: 0 of 1200, 90 of 733, 0 of 257, 0 of 29",
            "total z: 91 of 1200, 151 of 733, 45 of 257, 0 of 29",
            "unseen path: 0 of 1200, 0 of 733, 0 of 257, 0 of 29",
            "unseen set of paths: 8 of 1200, 0 of 733, 12 of 257, 0 of 29");
  }

  @Test
  void rulesFlagTheRequestsOfTrainTicketThatTheReferenceFlags() throws IOException {
    assertThat(flagged(Recording.TRAIN_TICKET, Set.of("ts-gateway-service")))
        .containsExactly(
            "nearest: 15 of 1834, 17 of 27, 24 of 1776, 6 of 846",
            "path z: 24 of 1834, 0 of 27, 22 of 1776, 1 of 846",
            "category z: 24 of 1834, 0 of 27, 31 of 1776, 1 of 846",
            "total z: 40 of 1834, 3 of 27, 37 of 1776, 10 of 846",
            "unseen path: 19 of 1834, 0 of 27, 13 of 1776, 0 of 846",
            "unseen set of paths: 45 of 1834, 4 of 27, 31 of 1776, 26 of 846");
  }

  private static List<String> flagged(Recording recording, Set<String> skipped) throws IOException {
    Map<String, AnomalyTally> tallies = new LinkedHashMap<>();
    for (AnomalyFold fold : folds(recording, skipped)) {
      Map<String, Predicate<ReferenceRequests.Request>> rules = new AnomalyRules(fold).rules();
      rules.forEach(
          (name, rule) -> {
            AnomalyTally tally = tallies.computeIfAbsent(name, added -> new AnomalyTally());
            for (Judged one : fold.judged()) {
              tally.add(one.label().name(), rule.test(one.request()));
            }
          });
    }
    return tallies.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue().text())
        .collect(Collectors.toList());
  }

  static List<AnomalyFold> folds(Recording recording, Set<String> skipped) throws IOException {
    Optional<Path> table = SharedFolder.find("data/faults.csv");
    assumeTrue(recording.whole().isPresent() && table.isPresent(), "there is no ../shared/data");
    List<InjectedFault> faults =
        InjectedFault.in(table.get()).stream()
            .filter(fault -> fault.dataset().equals(recording.dataset()))
            .toList();
    return AnomalyFold.of(ReferenceRequests.read(recording.file(), skipped), faults);
  }
}
