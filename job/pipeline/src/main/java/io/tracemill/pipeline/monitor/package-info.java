/** Deltas become rolling profiles, and incidents are explained, keyed by endpoint. */
@NullMarked
package io.tracemill.pipeline.monitor;

import org.jspecify.annotations.NullMarked;
