package io.tracemill.analysis.layer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ExactSumsTest {
  /** Squares of 2^61 need more than one word, and so do their sums. */
  @Property(tries = 200)
  void squaresOfAnySizeAddUpExactlyThroughMergingAndBytes(@ForAll Random random)
      throws IOException {
    ExactSums whole = new ExactSums(1);
    DurationSums one = new DurationSums();
    BigInteger squares = BigInteger.ZERO;
    for (int part = 0; part < 3; part++) {
      ExactSums sums = new ExactSums(1);
      for (int i = 0; i < 20; i++) {
        long value = random.nextLong() >>> (3 + random.nextInt(60));
        sums.add(new long[] {value});
        one.add(value);
        squares = squares.add(BigInteger.valueOf(value).pow(2));
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      sums.write(new DataOutputStream(bytes));
      ExactSums read = new ExactSums(1);
      read.mergeFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
      whole.merge(read);
    }
    assertThat(whole.count()).isEqualTo(60);
    assertThat(whole.moments(0).squares()).isEqualTo(squares);
    assertThat(one.moments()).isEqualTo(whole.moments(0));
  }
}
