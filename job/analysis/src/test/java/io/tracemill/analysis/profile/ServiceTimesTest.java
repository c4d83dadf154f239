package io.tracemill.analysis.profile;

import static io.tracemill.analysis.profile.TestRequest.request;
import static io.tracemill.analysis.profile.TestRequest.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestAnalysis;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ServiceTimesTest {
  private static final ProfileLimits ROOMY = new ProfileLimits(100, 10, 10, 5);

  @Test
  void aRequestsTimeInAServiceIsThatOfAllItsPlacesAndOfWaitingForIt() {
    ServiceTimes times = new ServiceTimes(ROOMY);
    times.add(
        request(1)
            .call("front", 1_000)
            .below(0, PathStep.edge(step("front").frame(), "cart"), 200)
            .below(1, "cart", 30)
            .below(2, PathStep.of(step("cart").frame()), 4)
            .build()
            .criticalPath());

    assertThat(times.services()).containsExactlyInAnyOrder("front", "cart");
    assertThat(times.nanos("front")).isEqualTo(1_000);
    assertThat(times.nanos("cart")).isEqualTo(234);
    assertThat(times.sketch("cart").count()).isEqualTo(1);
    assertThat(times.sketch("cart").quantile(1)).isBetween(230L, 238L);
  }

  @Test
  void servicesBeyondTheLimitAndThoseThatALimitHidAreLeftOut() {
    ServiceTimes times = new ServiceTimes(new ProfileLimits(2, 10, 10, 5));
    times.add(
        request(1)
            .call("a", 1)
            .below(0, PathStep.OTHER, 1)
            .below(0, "b", 1)
            .below(0, "c", 1)
            .build()
            .criticalPath());

    assertThat(times.services()).containsExactlyInAnyOrder("a", "b");
  }

  @Property
  void mergedAndWrittenTimesAreThoseOfAllRequests(@ForAll("requests") List<RequestAnalysis> all)
      throws IOException {
    ServiceTimes whole = new ServiceTimes(ROOMY);
    ServiceTimes first = new ServiceTimes(ROOMY);
    ServiceTimes second = new ServiceTimes(ROOMY);
    for (int i = 0; i < all.size(); i++) {
      whole.add(all.get(i).criticalPath());
      (i % 3 == 0 ? first : second).add(all.get(i).criticalPath());
    }
    first.merge(second);
    ServiceTimes read = new ServiceTimes(ROOMY);
    read.mergeFrom(new DataInputStream(new ByteArrayInputStream(bytes(whole))));

    assertThat(bytes(first)).isEqualTo(bytes(whole));
    assertThat(bytes(read)).isEqualTo(bytes(whole));
    assertThat(read.weight()).isEqualTo(whole.weight());
    assertThat(whole.services().stream().mapToLong(whole::nanos).sum())
        .isEqualTo(all.stream().mapToLong(RequestAnalysis::durationNanos).sum());
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  private static byte[] bytes(ServiceTimes times) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    times.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }
}
