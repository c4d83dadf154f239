package io.tracemill.pipeline.serialization;

import java.io.IOException;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * The version of the job's whole state: one number, incremented at any change of a layout. State of
 * another version is rejected; there is no migration.
 */
public final class StateVersion {
  /** The version that this build writes, and the only one that it reads. */
  public static final int CURRENT = 30;

  private StateVersion() {}

  /** Rejects state of another version, in one line; a restart of the job would not help. */
  public static void check(int version) {
    if (version != CURRENT) {
      throw new SuppressRestartsException(
          new IOException(
              ("this state has version %d, but this build reads version %d; start with --fresh to"
                      + " begin again")
                  .formatted(version, CURRENT)));
    }
  }
}
