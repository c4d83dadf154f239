/**
 * Requests become small mergeable deltas per endpoint and pane, before anything is shuffled by
 * endpoint.
 */
@NullMarked
package io.tracemill.pipeline.aggregate;

import org.jspecify.annotations.NullMarked;
