package io.tracemill.analysis.view.tprof;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptTraces;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.view.tprof.RequestTypes.Division;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestTypesTest {
  /** A request that passes through cart, in two regions. */
  private static final KeptRequest REQUEST =
      KeptTraces.with(
          KeptTraces.of(TraceSpec.trace().root("front", 0, 100).child("front", "cart", 10, 20)),
          List.of(
              new RequestAttribute("cart", "region", "us"),
              new RequestAttribute("front", "region", "eu")));

  private static Frame type(Division division, String name) {
    RequestReplay replay = new RequestReplay(KeptTraces.rules(0));
    return new RequestTypes(division, name).typeOf(REQUEST, replay.load(REQUEST));
  }

  @Test
  void theTypeIsTheEndpointUnlessAnotherDivisionIsAskedFor() {
    assertThat(type(Division.ENDPOINT, "")).isEqualTo(Frame.of("front", "op"));
    assertThat(type(Division.ATTRIBUTE, "region"))
        .as("the first of two values")
        .isEqualTo(Frame.of("region", "eu"));
    assertThat(type(Division.ATTRIBUTE, "tenant")).isEqualTo(Frame.of("tenant", "(none)"));
    assertThat(type(Division.SERVICE, "cart")).isEqualTo(Frame.of("cart", "(passed)"));
    assertThat(type(Division.SERVICE, "mail")).isEqualTo(Frame.of("mail", "(not passed)"));
  }
}
