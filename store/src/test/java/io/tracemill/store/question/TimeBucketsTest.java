package io.tracemill.store.question;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeBucketsTest {
  @Test
  void theyCoverAnyTimeWithAtMostSoMany() {
    Random random = new Random(1);
    for (int i = 0; i < 5_000; i++) {
      long first = random.nextLong(Duration.ofDays(20_000).toMillis());
      long last = first + random.nextLong(1L << random.nextInt(1, 40));
      int most = random.nextInt(2, 200);
      TimeBuckets buckets = TimeBuckets.covering(first, last, most);
      long end = buckets.firstMillis() + buckets.count() * buckets.lengthMillis();
      assertThat(buckets.count()).isBetween(1, most);
      assertThat(first)
          .isBetween(buckets.firstMillis(), buckets.firstMillis() + buckets.lengthMillis());
      assertThat(last).isLessThan(end).isGreaterThanOrEqualTo(end - buckets.lengthMillis());
      assertThat(buckets.indexOf(buckets.firstMillis())).isZero();
    }
  }
}
