package io.tracemill.analysis.signature;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.signature.FlowCalls.Call;
import io.tracemill.analysis.signature.FlowCalls.Place;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlowCallsTest {
  private static final Node SHOP = node(0, "shop", 1);

  @Test
  void callsOfOneCallerAddUpAndTheCallerThatMakesMostCounts() {
    FlowCalls flow =
        of(
            false,
            SHOP,
            node(1, "cart", 1),
            node(2, "db", 3),
            node(2, "cache", 1),
            node(2, "db", 1),
            node(1, "cart", 1),
            node(2, "db", 2));

    assertThat(flow.most())
        .containsOnlyKeys(call("shop", "cart"), call("cart", "db"), call("cart", "cache"))
        .containsEntry(call("shop", "cart"), 2)
        .containsEntry(call("cart", "db"), 4);
    assertThat(flow.callers()).contains(frame("shop"), frame("db"));
  }

  @Test
  void whatIsBelowTheCutOfATruncatedFormIsNotKnown() {
    FlowCalls flow =
        of(true, SHOP, node(1, "cart", 1), node(2, "db", 1), node(1, "pay", 1), node(2, "bank", 1));

    assertThat(flow.callers()).containsExactlyInAnyOrder(frame("cart"), frame("db"));
    assertThat(flow.most()).containsOnlyKeys(call("cart", "db"));
  }

  @Test
  void ofCallsAtOnePositionTheDeepestIsFirst() {
    FlowCalls before = of(false, SHOP, node(1, "cart", 1), node(2, "db", 1), node(1, "pay", 1));
    FlowCalls after = of(false, SHOP, node(1, "cart", 1), node(1, "mail", 1));

    Place ceased = before.first(call("cart", "db")).orElseThrow();
    Place began = after.first(call("shop", "mail")).orElseThrow();
    assertThat(ceased).isLessThan(began);
    assertThat(ceased).isLessThan(before.first(call("shop", "pay")).orElseThrow());
    assertThat(after.first(call("cart", "db"))).isEmpty();
  }

  private static FlowCalls of(boolean truncated, Node... nodes) {
    return FlowCalls.of(new CanonicalForm(List.of(nodes), truncated));
  }

  private static Node node(int depth, String name, int run) {
    return new Node(depth, frame(name), false, run);
  }

  private static Call call(String caller, String callee) {
    return new Call(frame(caller), frame(callee));
  }

  private static Frame frame(String name) {
    return Frame.of(name, name);
  }
}
