package io.tracemill.analysis.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MutationRulesTest {
  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 50})
  void theySurviveTheTripToAnOperator(long threshold) throws IOException, ClassNotFoundException {
    OptionalLong some = threshold < 0 ? OptionalLong.empty() : OptionalLong.of(threshold);
    MutationRules rules = new MutationRules(5, 0.05, 1, some, true, 0.01, 50, List.of("host"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(rules);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(in.readObject()).isEqualTo(rules);
    }
  }
}
