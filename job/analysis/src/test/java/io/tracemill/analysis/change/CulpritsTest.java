package io.tracemill.analysis.change;

import static io.tracemill.analysis.profile.TestRequest.request;
import static io.tracemill.analysis.profile.TestRequest.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.change.Culprit.EdgeCulprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.profile.TestRequest;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CulpritsTest {
  private static final ProfileLimits ROOMY = new ProfileLimits(1000, 1000, 1000, 1);
  private static final PathStep TO_DB = PathStep.edge(Frame.of("front", "GET /"), "db");

  @Property
  void whereNothingIsCappedCulpritsAddUpToTheChange(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after,
      @ForAll @IntRange(min = 1, max = 5) int maxCategories) {
    ProfileLimits limits = new ProfileLimits(1000, 1000, maxCategories, 1);
    ChangeReader.of(of(before, limits), of(after, limits))
        .ifPresent(
            reader ->
                assertThat(
                        reader.culprits(Integer.MAX_VALUE).stream()
                            .mapToLong(CulpritChange::nanos)
                            .sum())
                    .isEqualTo(reader.account(0).deltaMeanNanos()));
  }

  @Property
  void theLargestContributionComesFirst(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after) {
    ChangeReader.of(of(before, ROOMY), of(after, ROOMY))
        .ifPresent(
            reader -> {
              List<CulpritChange> culprits = reader.culprits(Integer.MAX_VALUE);
              for (int i = 1; i < culprits.size(); i++) {
                assertThat(culprits.get(i).share())
                    .isLessThanOrEqualTo(culprits.get(i - 1).share());
              }
            });
  }

  @Test
  void callPathsAndCategoriesOfAFrameAreSummed() {
    List<CulpritChange> culprits =
        culprits(
            List.of(
                request(1).flow(1).call("front", 10).below(0, "db", 20).build(),
                request(2)
                    .flow(2)
                    .call("front", 10)
                    .below(0, "cart", 10)
                    .below(1, "db", 20)
                    .build()),
            List.of(
                request(3).flow(1).call("front", 10).below(0, "db", 60).build(),
                request(4)
                    .flow(2)
                    .call("front", 0)
                    .below(0, "cart", 10)
                    .below(1, "db", 60)
                    .build()));

    assertThat(culprits)
        .containsExactly(
            new CulpritChange(new FrameCulprit(step("db").frame()), 20, 60, 40 / 35.0),
            new CulpritChange(new FrameCulprit(step("front").frame()), 10, 5, -5 / 35.0));
  }

  @Test
  void timeOnAnEdgeIsTheEdges() {
    List<CulpritChange> culprits =
        culprits(
            List.of(request(1).call("front", 10).below(0, TO_DB, 1).below(1, "db", 5).build()),
            List.of(request(2).call("front", 10).below(0, TO_DB, 31).below(1, "db", 5).build()));

    assertThat(culprits)
        .containsExactly(new CulpritChange(new EdgeCulprit("front", "db"), 1, 31, 1));
    assertThat(culprits.get(0).culprit().service()).isEqualTo("db");
  }

  @Test
  void callsThatAreMadeMoreOftenAreCulpritsToo() {
    RequestAnalysis hit = request(1).flow(1).call("front", 10).below(0, "cache", 10).build();
    RequestAnalysis miss =
        request(2).flow(2).call("front", 10).below(0, "cache", 10).below(0, "db", 80).build();

    assertThat(culprits(List.of(hit, hit, hit, miss), List.of(hit, miss, miss, miss)))
        .containsExactly(new CulpritChange(new FrameCulprit(step("db").frame()), 20, 60, 1));
  }

  @Test
  void whereRequestsBecameFasterTheLargestFallComesFirst() {
    List<CulpritChange> culprits =
        culprits(
            List.of(request(1).call("front", 10).below(0, "db", 90).build()),
            List.of(request(2).call("front", 20).below(0, "db", 10).build()));

    assertThat(culprits).extracting(CulpritChange::nanos).containsExactly(-80L, 10L);
    assertThat(culprits.get(0).share()).isEqualTo(80 / 70.0);
  }

  @Test
  void whatWasRolledUpIsNobodys() {
    EndpointAccumulator before =
        of(
            List.of(request(1).call("front", 10).below(0, "db", 5).build()),
            new ProfileLimits(1, 9, 9, 1));
    EndpointAccumulator after =
        of(List.of(request(2).call("front", 11).below(0, "db", 55).build()), ROOMY);

    assertThat(ChangeReader.of(before, after).orElseThrow().culprits(9))
        .containsExactly(
            new CulpritChange(new FrameCulprit(step("front").frame()), 10, 11, 1 / 51.0));
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  private static List<CulpritChange> culprits(
      List<RequestAnalysis> before, List<RequestAnalysis> after) {
    return ChangeReader.of(of(before, ROOMY), of(after, ROOMY)).orElseThrow().culprits(9);
  }

  private static EndpointAccumulator of(List<RequestAnalysis> requests, ProfileLimits limits) {
    EndpointAccumulator sums = new EndpointAccumulator(limits);
    requests.forEach(sums::add);
    return sums;
  }
}
