package io.tracemill.analysis.cohort;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The requests of one endpoint that are compared with others, in stretches of time by which the
 * variation that is normal can be told.
 *
 * @param blocks oldest first, those without requests left out; one whose traces are all incomplete,
 *     or in which spans came too late, may have no figures; as long as the shorter cohort where
 *     they are to say what varies (ADR 12)
 */
public record Cohort(List<Block> blocks) {
  public Cohort {
    blocks = blocks.stream().sorted(Comparator.comparingLong(Block::startMillis)).toList();
  }

  /**
   * One stretch of time. Blocks of different endpoints that start at the same time are the same
   * stretch.
   */
  public record Block(long startMillis, EndpointAccumulator requests) {}

  /** All requests, as one; not to be changed. */
  public EndpointAccumulator merged(ProfileLimits limits) {
    if (blocks.size() == 1 && blocks.get(0).requests().limits().equals(limits)) {
      return blocks.get(0).requests();
    }
    EndpointAccumulator all = new EndpointAccumulator(limits);
    blocks.forEach(block -> all.merge(block.requests()));
    return all;
  }

  /** The blocks that have figures, of one request at least. */
  public Cohort described() {
    return new Cohort(blocks.stream().filter(block -> block.requests().count() > 0).toList());
  }

  /** What it has in blocks that start as one of {@code other} does. */
  public Cohort atTimesOf(Cohort other) {
    Set<Long> starts = other.blocks.stream().map(Block::startMillis).collect(Collectors.toSet());
    return new Cohort(
        blocks.stream().filter(block -> starts.contains(block.startMillis())).toList());
  }

  /** How many requests its figures are of. */
  public long count() {
    return blocks.stream().mapToLong(block -> block.requests().count()).sum();
  }
}
