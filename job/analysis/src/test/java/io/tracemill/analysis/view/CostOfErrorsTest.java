package io.tracemill.analysis.view;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.errorcost.ErrorCost;
import io.tracemill.analysis.errorcost.ErrorCosts;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.trace.RandomTraces;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CostOfErrorsTest {
  @Test
  void aFailedCallBesideAShorterOneSavesWhatTheShorterDoesNotCover() {
    KeptRequest request =
        Kept.of(
            trace().root("r", 0, 100).child("r", "f", 10, 80).error(true).child("r", "c", 10, 50));

    CostOfErrors cost =
        CostOfErrors.of(List.of(request, Kept.of(trace(2).root("r", 0, 9))), Kept.RULES);

    assertThat(cost.basis().requests()).isEqualTo(2);
    assertThat(cost.requests().value()).isEqualTo(1);
    assertThat(cost.workNanos().value()).isEqualTo(210);
    assertThat(cost.erringWorkNanos().value()).isEqualTo(70);
    assertThat(cost.savedNanos().value()).isEqualTo(30);
    assertThat(cost.path()).extracting(node -> node.frame().service()).containsExactly("r", "f");
  }

  @Property(tries = 200)
  void costsAreThoseOfEachRequestAddedUp(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 20) int spans) {
    List<KeptRequest> requests = new ArrayList<>();
    List<ErrorCost> each = new ArrayList<>();
    RequestReplay replay = new RequestReplay(Kept.RULES);
    ErrorCosts costs = new ErrorCosts(0, replay.tree(), replay.path());
    for (int i = 0; i < 4; i++) {
      for (KeptRequest request : Kept.all(RandomTraces.dirty(random, spans))) {
        requests.add(request);
        replay.load(request);
        replay.path(0);
        costs.find(0).ifPresent(each::add);
      }
    }

    CostOfErrors found = CostOfErrors.of(requests, Kept.RULES);

    assertThat(found.requests().value()).isEqualTo(each.size());
    assertThat(found.savedNanos().value()).isEqualTo(sum(each, ErrorCost::savedNanos));
    assertThat(found.workNanos().value()).isEqualTo(sum(each, ErrorCost::workNanos));
    assertThat((double) found.path().stream().mapToLong(ErrorCost.Node::exclusiveNanos).sum())
        .isEqualTo(
            sum(
                each,
                cost -> cost.path().stream().mapToLong(ErrorCost.Node::exclusiveNanos).sum()));
  }

  private static double sum(List<ErrorCost> costs, ToLongFunction<ErrorCost> figure) {
    return (double) costs.stream().mapToLong(figure).sum();
  }
}
