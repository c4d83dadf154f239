package io.tracemill.pipeline.config;

/** Whether requests of incomplete traces count in profiles (semantics 3). */
public enum IncompleteTraces {
  EXCLUDE,
  INCLUDE
}
