/** Deltas become rolling profiles, keyed by endpoint. */
@NullMarked
package io.tracemill.pipeline.monitor;

import org.jspecify.annotations.NullMarked;
