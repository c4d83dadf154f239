package io.tracemill.pipeline.serialization;

import java.io.IOException;

/**
 * The version of all state of the job: one number, counted up with any change of a layout. State of
 * another version is refused; nothing is migrated.
 */
public final class StateVersion {
  /** What this build writes, and the only version it reads. */
  public static final int CURRENT = 22;

  private StateVersion() {}

  /** Refuses state of another version in one line. */
  public static void check(int version) throws IOException {
    if (version != CURRENT) {
      throw new IOException(
          "this state has version %d and this build reads version %d: start with --fresh to begin anew"
              .formatted(version, CURRENT));
    }
  }
}
