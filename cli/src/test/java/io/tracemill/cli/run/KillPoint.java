package io.tracemill.cli.run;

/** Where a process is killed. */
enum KillPoint {
  /** It has written results that no checkpoint of its own confirms. */
  BEFORE_ITS_FIRST_CHECKPOINT,
  /** It has completed checkpoints, and written results since. */
  BETWEEN_CHECKPOINTS,
  /** A checkpoint has begun: its transactions may be ready to be committed. */
  WITHIN_A_CHECKPOINT,
  /** A checkpoint has just completed: its transactions may not be committed yet. */
  AT_A_COMMIT
}
