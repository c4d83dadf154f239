package io.tracemill.analysis.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.deployment.Deployment.Outcome;
import io.tracemill.analysis.deployment.Deployment.Verdict;
import io.tracemill.analysis.deployment.VersionedRequest.Part;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Panes of 30 s with requests of one endpoint; every request takes 10 ms. */
class DeploymentWatchTest {
  private static final long PANE = 30_000;
  private static final Frame ENDPOINT = Frame.of("web", "GET /");

  private DeploymentWatch watch = new DeploymentWatch(List.of());
  private long pane;

  private static VersionedRequest request(long millis, String service, String... values) {
    return new VersionedRequest(
        ENDPOINT,
        millis,
        1,
        0.5,
        1,
        List.of(new Part(service, "service.version", List.of(values), 1, 10_000_000, false)));
  }

  /** Adds a pane with so many requests of the first and the second value, at the same times. */
  private List<Deployment> pane(String first, int count, String second, int more) {
    List<VersionedRequest> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      requests.add(request(pane * PANE + i, "shop", first));
    }
    for (int i = 0; i < more; i++) {
      requests.add(request(pane * PANE + i, "shop", second));
    }
    return pane(requests);
  }

  private List<Deployment> pane(List<VersionedRequest> requests) {
    List<Deployment> news = watch.pane(requests, pane * PANE, (pane + 1) * PANE);
    pane++;
    return news;
  }

  private List<Deployment> panes(int count, String first, int some, String second, int more) {
    List<Deployment> news = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      news.addAll(pane(first, some, second, more));
    }
    return news;
  }

  @Test
  void theFirstValuesOfAServiceAreNoDeployment() {
    assertThat(panes(5, "v1", 15, "v2", 2)).isEmpty();
  }

  @Test
  void aNewValueIsADeploymentWithItsShare() {
    panes(2, "v1", 30, "", 0);

    assertThat(pane("v1", 75, "v2", 25))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.before()).isEqualTo("v1");
              assertThat(found.after()).isEqualTo("v2");
              assertThat(found.sinceMillis()).isEqualTo(2 * PANE);
              assertThat(found.judgedMillis()).isEqualTo(3 * PANE);
              assertThat(found.share()).isEqualTo(0.25);
              assertThat(found.ended()).isFalse();
              assertThat(found.verdict()).isEmpty();
            });
  }

  @Test
  void theVerdictIsGivenOnceWhenEnoughRequestsWereAtTheSameTime() {
    panes(2, "v1", 30, "", 0);
    List<Deployment> news = panes(1 + SideBySide.PANES, "v1", 50, "v2", 50);

    Deployment last = news.get(news.size() - 1);
    assertThat(news).filteredOn(each -> each.verdict().isPresent()).containsExactly(last);
    Verdict verdict = last.verdict().orElseThrow();
    assertThat(verdict.outcome()).isEqualTo(Outcome.NO_DIFFERENCE);
    assertThat(verdict.before().requests()).isEqualTo(SideBySide.REQUESTS);
    assertThat(verdict.after().requests()).isEqualTo(SideBySide.REQUESTS);
    assertThat(verdict.after().latencyNanos()).isEqualTo(10_000_000);
    assertThat(verdict.atMillis()).isEqualTo(pane * PANE);
    assertThat(panes(20, "v1", 50, "v2", 50)).isEmpty();
  }

  @Test
  void aDeploymentThatReplacesTheOldValueFastHasTooFewRequests() {
    panes(2, "v1", 30, "", 0);
    panes(2, "v1", 30, "v2", 30);
    List<Deployment> news = panes(12, "v2", 60, "", 0);

    Deployment last = news.get(news.size() - 1);
    assertThat(last.ended()).isTrue();
    assertThat(last.share()).isGreaterThan(0.99);
    assertThat(last.verdict().orElseThrow().outcome()).isEqualTo(Outcome.TOO_FEW_REQUESTS);
    assertThat(last.key()).isEqualTo(news.get(0).key());
  }

  @Test
  void theReturnOfTheOldValueIsADeploymentAgain() {
    panes(2, "v1", 30, "", 0);
    pane("v1", 30, "v2", 30);
    panes(12, "v2", 60, "", 0);

    assertThat(pane("v2", 90, "v1", 2)).isEmpty();
    assertThat(pane("v2", 60, "v1", 30))
        .singleElement()
        .satisfies(found -> assertThat(found.after()).isEqualTo("v1"));
  }

  @Test
  void aRareValueThatComesAndGoesIsOneDeployment() {
    panes(2, "v1", 30, "", 0);
    List<Deployment> news = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      news.addAll(pane("v1", 60, "canary", 1));
      news.addAll(panes(15, "v1", 60, "", 0));
    }

    assertThat(news.stream().map(Deployment::sinceMillis).distinct()).hasSize(1);
  }

  @Test
  void aServiceThatIsSilentForLongHasNoDeployment() {
    panes(2, "v1", 30, "", 0);
    panes(1_000, "", 0, "", 0);

    assertThat(pane("v1", 30, "", 0)).isEmpty();
  }

  @Test
  void aValueOfEachPodDoesNotFlood() {
    panes(2, "pod", 30, "", 0);
    List<Deployment> news = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      news.addAll(pane("pod", 30, "pod-" + i, 5));
    }

    assertThat(news.stream().map(Deployment::after).distinct()).hasSize(4);
    assertThat(watch.dropped()).isEqualTo(96);
  }

  @Test
  void requestsThatReachedBothValuesAreNotCompared() {
    panes(2, "v1", 30, "", 0);
    List<Deployment> news = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      List<VersionedRequest> requests = new ArrayList<>();
      for (int j = 0; j < 50; j++) {
        requests.add(request(pane * PANE, "shop", "v1", "v2"));
      }
      news.addAll(pane(requests));
    }

    Deployment last = news.get(news.size() - 1);
    assertThat(last.share()).isEqualTo(1);
    assertThat(last.verdict().orElseThrow().after().requests()).isZero();
  }

  @Test
  void servicesBeyondTheBoundAreForgotten() {
    for (int i = 0; i < DeploymentWatch.MAX_SERVICES + 10; i++) {
      pane(List.of(request(pane * PANE, "service " + i, "v1")));
    }

    assertThat(watch.state()).hasSize(DeploymentWatch.MAX_SERVICES);
    assertThat(watch.dropped()).isEqualTo(10);
  }

  @Test
  void anotherWatchContinuesFromTheState() {
    panes(2, "v1", 30, "", 0);
    panes(5, "v1", 50, "v2", 50);
    watch = new DeploymentWatch(watch.state());

    assertThat(panes(SideBySide.PANES, "v1", 50, "v2", 50)).hasSize(1);
  }
}
