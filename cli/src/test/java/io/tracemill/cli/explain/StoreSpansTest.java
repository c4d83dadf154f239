package io.tracemill.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestDetails;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptTraces;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.pipeline.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StoreSpansTest {
  private static final RequestAttribute FRONT = host("front", "node-1");
  private static final RequestAttribute BACK = host("back", "node-2");

  private static RequestAttribute host(String service, String host) {
    return new RequestAttribute(service, "host.name", host);
  }

  /** A span of the front that waits for one of the back. */
  private static KeptRequest request(RequestAttribute... attributes) {
    TraceSpec spec =
        TraceSpec.trace()
            .root("front", 0, 100)
            .kind(SpanKind.SERVER)
            .child("front", "back", 20, 50)
            .kind(SpanKind.SERVER);
    return KeptTraces.with(KeptTraces.of(spec), List.of(attributes));
  }

  private static StoreSpans of(KeptRequest... requests) {
    return StoreSpans.of(List.of(requests), KeptTraces.rules(0));
  }

  @Test
  void spansHaveTheOneHostAndVersionOfTheirServiceAndNoThread() {
    StoreSpans found =
        of(
            request(
                new RequestAttribute("back", "service.version", "v2"),
                new RequestAttribute("back", "thread.id", "7"),
                BACK,
                FRONT));

    assertThat(found.spans().spans())
        .extracting(LocalSpan::host, LocalSpan::version, LocalSpan::threadId)
        .containsExactly(tuple("node-1", "", ""), tuple("node-2", "v2", ""));
    assertThat(found.spans().spans().get(0).self().nanos()).isEqualTo(70);
    assertThat(found.text())
        .isEqualTo("kept requests, a sample: 2 spans of 1 request, each counted once");
  }

  @Test
  void spansOfAServiceOnSeveralHostsAreLeftOutAndCounted() {
    StoreSpans found =
        of(request(BACK, host("front", "node-1"), host("front", "node-3")), request(BACK));

    assertThat(found.spans().spans()).extracting(LocalSpan::host).containsExactly("node-2");
    assertThat(found.text()).contains("1 span of 2 requests", "left out 1 span whose host is");
  }

  @Test
  void severalValuesOfOneAttributeAreNotReplacedByAnother() {
    RequestAttribute[] several = {
      new RequestAttribute("back", "host.name", "any"),
      new RequestAttribute("back", "k8s.node.name", "node-1"),
      new RequestAttribute("back", "k8s.node.name", "node-2"),
      FRONT
    };

    assertThat(of(request(several)).spans().spans())
        .extracting(LocalSpan::host)
        .containsExactly("node-1");
  }

  @Test
  void aSpanThatTwoRequestsHoldCountsOnceAndOneThatAnyTellsIsNotLeftOut() {
    StoreSpans found = of(request(BACK, FRONT), request(FRONT), request(BACK));

    assertThat(found.spans().spans()).hasSize(2);
    assertThat(found.text()).doesNotContain("left out");
  }

  @Test
  void theLastServiceIsLeftOutIfAttributesMayHaveBeenCut() {
    List<RequestAttribute> full = new ArrayList<>(List.of(BACK));
    while (full.size() < RequestDetails.MAX_ATTRIBUTES - 1) {
      full.add(new RequestAttribute("back", "key " + full.size(), ""));
    }
    full.add(FRONT);

    assertThat(of(request(full.toArray(RequestAttribute[]::new))).spans().spans())
        .extracting(LocalSpan::host)
        .containsExactly("node-2");
  }

  @Test
  void requestsThatKeepOnlyTheirCriticalPathHaveNoSelfTime() {
    assertThatThrownBy(() -> of(KeptTraces.pathOnly(request(BACK, FRONT))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("left out 2 spans");
  }
}
