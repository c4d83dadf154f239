/**
 * Results as output records: the same bytes for topics and files.
 *
 * <p>A {@link io.tracemill.connectors.output.ResultStream} is the destination of a record. {@link
 * io.tracemill.connectors.output.RecordJson} writes and reads the records of {@code
 * io.tracemill.analysis.record}; {@link io.tracemill.connectors.output.ResultWriter} adds key and
 * time, and cuts what would be too large.
 */
@NullMarked
package io.tracemill.connectors.output;

import org.jspecify.annotations.NullMarked;
