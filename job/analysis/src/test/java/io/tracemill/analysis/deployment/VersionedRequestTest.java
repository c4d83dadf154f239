package io.tracemill.analysis.deployment;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.deployment.VersionedRequest.Part;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptTraces;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VersionedRequestTest {
  private static final String VERSION = "service.version";

  private static KeptRequest request(TraceSpec spec, RequestAttribute... attributes) {
    return KeptTraces.with(KeptTraces.of(spec), List.of(attributes));
  }

  private static RequestAttribute version(String service, String value) {
    return new RequestAttribute(service, VERSION, value);
  }

  private static List<Part> parts(KeptRequest request) {
    return of(request).map(VersionedRequest::parts).orElse(List.of());
  }

  private static Optional<VersionedRequest> of(KeptRequest request) {
    return VersionedRequest.of(request, List.of(VERSION), new RequestReplay(KeptTraces.rules(0)));
  }

  @Test
  void theTimeInAServiceIsThatOfTheCallsWhichEnterIt() {
    KeptRequest request =
        request(
            trace(1)
                .root("web", 0, 100)
                .child("web", "cart", 10, 30)
                .child("cart", "cart", 15, 20)
                .child("web", "cart", 50, 60),
            version("cart", "v1"),
            version("web", "v7"));

    assertThat(parts(request))
        .containsExactlyInAnyOrder(
            new Part("web", VERSION, List.of("v7"), 1, 100, false),
            new Part("cart", VERSION, List.of("v1"), 2, 30, false));
  }

  @Test
  void aServiceFailsIfACallThatEntersItFails() {
    KeptRequest request =
        request(
            trace(1).root("web", 0, 100).child("web", "cart", 10, 30).error(true),
            version("cart", "v1"),
            version("web", "v7"));

    assertThat(parts(request)).extracting(Part::failed).containsExactlyInAnyOrder(true, false);
  }

  @Test
  void callsToDifferentVersionsAreOnePartWithBoth() {
    KeptRequest request =
        request(
            trace(1).root("web", 0, 100).child("web", "cart", 10, 30).child("web", "cart", 50, 60),
            version("cart", "v1"),
            version("cart", "v2"));

    assertThat(parts(request))
        .containsExactly(new Part("cart", VERSION, List.of("v1", "v2"), 2, 30, false));
  }

  @Test
  void whatTheSampleKeptInAdditionSaysNothing() {
    KeptRequest request = request(trace(1).root("web", 0, 100), version("web", "v1"));

    assertThat(of(request)).isPresent();
    assertThat(of(request.weighing(0, 1))).isEmpty();
    assertThat(of(request(trace(1).root("web", 0, 100)))).isEmpty();
  }

  /** A request with the version of {@code a}, so many other attributes, and versions of cart. */
  private static KeptRequest zones(int count, String... versions) {
    List<RequestAttribute> attributes = new ArrayList<>();
    attributes.add(version("a", "v7"));
    for (int i = 0; i < count; i++) {
      attributes.add(new RequestAttribute("b", "zone", "%02d".formatted(i)));
    }
    for (String each : versions) {
      attributes.add(version("cart", each));
    }
    return KeptTraces.with(
        KeptTraces.of(trace(1).root("a", 0, 100).child("a", "cart", 10, 30)), attributes);
  }

  @Test
  void theLastKeyOfAFullListIsLeftOutBecauseValuesMayBeMissing() {
    assertThat(parts(zones(29, "v1"))).extracting(Part::service).contains("a", "cart");
    assertThat(parts(zones(29, "v1", "v2"))).extracting(Part::service).containsExactly("a");
    assertThat(parts(zones(30, "v1"))).extracting(Part::service).containsExactly("a");
  }

  @Test
  void whatComesBeforeTheLastKeyOfAFullListIsWhole() {
    List<RequestAttribute> attributes = new ArrayList<>(zones(29, "v1").attributes());
    attributes.add(new RequestAttribute("cart", "zone", "x"));
    KeptRequest request = KeptTraces.with(zones(0), attributes);

    assertThat(VersionedRequest.cut(request)).isTrue();
    assertThat(parts(request)).extracting(Part::service).contains("a", "cart");
  }
}
