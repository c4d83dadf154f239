package io.tracemill.store.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;

class StoreLayoutTest {
  private static final Path INDEX = new Path("file:/index");

  @Test
  void aLineIsNamedAfterItsStart() {
    assertThat(StoreLayout.line(INDEX, Instant.parse("2026-11-25T17:47:30.9Z")))
        .isEqualTo(new Path("file:/index/line-20261125T174730Z"));
  }

  @Test
  void aPartitionIsNamedAfterItsHour() {
    assertThat(StoreLayout.partition(Instant.parse("2026-01-05T03:59:59.999Z").toEpochMilli()))
        .isEqualTo("date=2026-01-05/hour=03");
  }

  @Property(tries = 200)
  void thePartitionOfATimeTellsItsHour(
      @ForAll @LongRange(min = 0, max = 4_000_000_000_000L) long timeMillis) {
    Path partition = new Path(INDEX, StoreLayout.partition(timeMillis));
    assertThat(StoreLayout.hour(partition)).hasValue(timeMillis - timeMillis % 3_600_000);
  }

  @Test
  void otherDirectoriesAreNotPartitions() {
    assertThat(StoreLayout.hour(new Path("file:/index/date=2026-01-05/hour=24"))).isEmpty();
    assertThat(StoreLayout.hour(new Path("file:/index/2026-01-05/03"))).isEmpty();
  }
}
