package io.tracemill.pipeline.source.kafka;

import io.tracemill.pipeline.source.PartitionTime;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * The clocks of the partitions that one subtask reads. They vote for one another, so that a
 * partition with few records need not settle alone (semantics 2).
 *
 * <p>A partition's time is settled by {@value PartitionClock#AGREEING} votes of its own records. It
 * counts as settled too while the subtask is that far in favour of it: the votes of each partition
 * whose time is at most {@code maxJumpMillis} behind it, or ahead of it, speak for it, those of
 * each that is further behind against it.
 *
 * <pre>
 *   partition  time    own votes  votes of the subtask
 *   0          10:00   12         12 + 9 + 1 = 22        settled
 *   1          10:01    9         12 + 9 + 1 = 22        settled
 *   2          2087     1         1 - 12 - 9 = -20
 * </pre>
 */
final class SubtaskClocks implements Serializable {
  private static final long serialVersionUID = 1;

  private final long maxJumpMillis;

  /** Empty whenever it is serialized: the clocks are not state. */
  private final Map<TopicPartition, Member> members = new HashMap<>();

  SubtaskClocks(long maxJumpMillis) {
    this.maxJumpMillis = maxJumpMillis;
  }

  /** The clock of a partition, new if this is its first record. */
  Member of(TopicPartition partition) {
    return members.computeIfAbsent(partition, added -> new Member());
  }

  /** One partition among those of its subtask. */
  final class Member implements PartitionTime {
    private final PartitionClock clock = new PartitionClock(maxJumpMillis);

    /** The event time of its next record, as {@link PartitionClock#believe} says. */
    long believe(long claimedMillis) {
      return clock.believe(claimedMillis);
    }

    @Override
    public long millis() {
      return clock.millis();
    }

    @Override
    public boolean settled() {
      return clock.votes() == PartitionClock.AGREEING
          || (clock.votes() > 0 && votesOfAll(millis()) >= PartitionClock.AGREEING);
    }
  }

  private int votesOfAll(long millis) {
    int votes = 0;
    for (Member member : members.values()) {
      boolean against = millis - member.millis() > maxJumpMillis;
      votes += against ? -member.clock.votes() : member.clock.votes();
    }
    return votes;
  }
}
