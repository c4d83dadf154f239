/**
 * The common parts of all encoders that write spans as records.
 *
 * <p>The model between formats is OpenTelemetry's {@code ExportTraceServiceRequest}: it can hold
 * every span of the other formats. A {@link io.tracemill.connectors.encoding.RequestReader} makes
 * it from the units of a trace file. A {@link io.tracemill.connectors.encoding.RecordEncoder} turns
 * it into records, a {@link io.tracemill.connectors.encoding.RequestWriter} into a file. The job
 * uses none of them: it reads bytes without a model.
 */
@NullMarked
package io.tracemill.connectors.encoding;

import org.jspecify.annotations.NullMarked;
