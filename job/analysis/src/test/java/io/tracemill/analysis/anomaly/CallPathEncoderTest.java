package io.tracemill.analysis.anomaly;

import static io.tracemill.analysis.anomaly.GivenRequests.nanos;
import static io.tracemill.analysis.anomaly.GivenRequests.request;
import static io.tracemill.analysis.anomaly.GivenRequests.withPaths;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.anomaly.CallPathEncoder.CallPathVector;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.sample.PathTimes;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CallPathEncoderTest {
  private static final double E = Math.E;

  /** Logarithms of 1 ms + own time are 1 and 3 where the front end is seen: mean 2, deviation 1. */
  @Test
  void aValueIsALogarithmInDeviationsOfTheRequestsThatHaveThePath() {
    CallPathEncoder encoder =
        CallPathEncoder.of(List.of(request(E - 1, 0, 5, 0, 0), request(E * E * E - 1, 7, 5, 0, 0)));

    CallPathVector vector = encoder.encode(request(E * E * E * E - 1, 7, 0, 0, 0));

    int front = column(encoder, "front GET /cart");
    assertThat(vector.values()[front]).isCloseTo(2, within(1e-4f));
    assertThat(vector.nanos()[front]).isEqualTo(nanos(E * E * E * E - 1));
    assertThat(vector.values()[column(encoder, "catalogue call")])
        .isEqualTo(CallPathEncoder.ABSENT);
  }

  @Test
  void aPathThatHardlyVariesHasADeviationOfAtLeast15Hundredths() {
    CallPathEncoder encoder = CallPathEncoder.of(List.of(request(9, 1, 0, 0, 0)));

    float[] values = encoder.encode(request(10 * Math.exp(0.3) - 1, 1, 0, 0, 0)).values();

    assertThat(values[column(encoder, "front GET /cart")]).isCloseTo(2, within(1e-4f));
  }

  @Test
  void pathsOfFewRequestsShareOneColumn() {
    int paths = CallPathEncoder.MAX_PATHS + 3;
    PathTimes common = withPaths(IntStream.range(0, CallPathEncoder.MAX_PATHS));
    CallPathEncoder encoder =
        CallPathEncoder.of(List.of(withPaths(IntStream.range(0, paths)), common));

    CallPathVector vector = encoder.encode(withPaths(IntStream.range(0, paths)));

    assertThat(encoder.width()).isEqualTo(CallPathEncoder.MAX_PATHS + 1);
    assertThat(encoder.columnPaths().get(CallPathEncoder.MAX_PATHS))
        .containsExactly(PathStep.OTHER);
    assertThat(vector.nanos()[CallPathEncoder.MAX_PATHS]).isEqualTo(nanos(3));
    assertThat(encoder.encode(common).values()[CallPathEncoder.MAX_PATHS])
        .isEqualTo(CallPathEncoder.ABSENT);
  }

  @Test
  void aPathIsUnseenIfNoTrainingRequestSpentTimeOnIt() {
    CallPathEncoder encoder = CallPathEncoder.of(List.of(request(0, 1, 0, 0, 0)));

    assertThat(encoder.set(request(0, 2, 0, 0, 0)).unseen()).isEmpty();
    assertThat(encoder.set(request(1, 2, 0, 0, 0)).unseen()).containsExactly(0);
    assertThat(encoder.set(request(0, 2, 0, 0, 4)).unseen()).containsExactly(2);
  }

  @Test
  void requestsOfTheSamePathsHaveTheSameSetWhateverTheirTimes() {
    CallPathEncoder encoder = CallPathEncoder.of(List.of(request(1, 1, 1, 1, 1)));

    List<Long> hashes =
        Stream.of(request(1, 2, 0, 0, 0), request(3, 1, 0, 0, 0), request(1, 0, 2, 0, 0))
            .map(request -> encoder.set(request).hash())
            .toList();

    assertThat(hashes.get(0)).isEqualTo(hashes.get(1)).isNotEqualTo(hashes.get(2));
  }

  @Test
  void aValueAndItsTimeAreTheSame() {
    CallPathEncoder encoder =
        CallPathEncoder.of(List.of(request(5, 1, 0, 0, 0), request(50, 1, 0, 0, 0)));
    int front = column(encoder, "front GET /cart");

    float value = encoder.encode(request(20, 0, 0, 0, 0)).values()[front];

    assertThat(encoder.nanos(front, value)).isCloseTo(nanos(20), within(nanos(0.001)));
    assertThat(encoder.nanos(front, CallPathEncoder.ABSENT)).isZero();
  }

  private static int column(CallPathEncoder encoder, String step) {
    List<List<PathStep>> paths = encoder.columnPaths();
    return IntStream.range(0, paths.size())
        .filter(j -> paths.get(j).get(paths.get(j).size() - 1).toString().equals(step))
        .findFirst()
        .orElseThrow();
  }
}
