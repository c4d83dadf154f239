package io.tracemill.analysis.signature;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Frame;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class Hash128Test {
  private static final Frame FRAME = Frame.of("cart", "add");

  private final Hash128 hash = new Hash128();

  @Test
  void eachBitOfAWordFlipsAboutHalfTheBitsOfTheHash() {
    int samples = 2_000;
    for (int bit = 0; bit < 128; bit++) {
      long high = bit < 64 ? 1L << bit : 0;
      long low = bit < 64 ? 0 : 1L << (bit - 64);
      long flipped = 0;
      for (int sample = 0; sample < samples; sample++) {
        CallTreeSignature plain = hashOf(1, sample, -sample);
        CallTreeSignature changed = hashOf(1, sample ^ high, -sample ^ low);
        flipped += Long.bitCount(plain.high() ^ changed.high());
        flipped += Long.bitCount(plain.low() ^ changed.low());
      }
      assertThat(flipped / (double) samples).as("bit %d", bit).isBetween(63.0, 65.0);
    }
  }

  @Test
  void smallWordsHaveDistinctHalves() {
    Set<Long> halves = new HashSet<>();
    for (int high = 0; high < 300; high++) {
      for (int low = 0; low < 300; low++) {
        CallTreeSignature signature = hashOf(1, high, low);
        halves.add(signature.high());
        halves.add(signature.low());
      }
    }
    assertThat(halves).hasSize(2 * 300 * 300);
  }

  @Test
  void formsOfTheSameWordsDiffer() {
    assertThat(hashOf(1, 5, 6)).isNotEqualTo(hashOf(2, 5, 6));
  }

  @Test
  void orderAndNumberOfWordsMatter() {
    assertThat(hashOf(1, 5, 6, 7, 8))
        .isNotEqualTo(hashOf(1, 7, 8, 5, 6))
        .isNotEqualTo(hashOf(1, 5, 6));
    assertThat(hashOf(1, 0, 0)).isNotEqualTo(hashOf(1, 0, 0, 0, 0));
  }

  private CallTreeSignature hashOf(int form, long... halves) {
    hash.begin(form, FRAME);
    for (int word = 0; word < halves.length; word += 2) {
      hash.add(halves[word], halves[word + 1]);
    }
    hash.finish();
    return new CallTreeSignature(hash.high(), hash.low());
  }
}
