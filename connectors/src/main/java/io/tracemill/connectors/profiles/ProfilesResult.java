package io.tracemill.connectors.profiles;

import io.tracemill.analysis.stack.StackSample;
import java.util.List;

/** The outcome of decoding a record of profiles. */
public sealed interface ProfilesResult {
  /**
   * The samples of a record.
   *
   * @param unstitchable samples that have no time, or are neither CPU nor wait samples
   * @param outOfTime samples more than an hour from the record's time
   */
  record Decoded(List<StackSample> samples, long unstitchable, long outOfTime)
      implements ProfilesResult {
    public Decoded {
      samples = List.copyOf(samples);
    }
  }

  /**
   * The record cannot be read.
   *
   * @param reason the error; it begins with {@code profiles-version} if the record is of another
   *     version of profiles
   */
  record Refused(String reason) implements ProfilesResult {}
}
