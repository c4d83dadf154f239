/**
 * What writing spans as records of any format has in common.
 *
 * <p>The model between formats is OpenTelemetry's {@code ExportTraceServiceRequest}: it can hold
 * what the others hold. A {@link io.tracemill.connectors.encoding.RequestReader} makes it of a
 * trace file's units, a {@link io.tracemill.connectors.encoding.RecordEncoder} makes records of it,
 * a {@link io.tracemill.connectors.encoding.RequestWriter} a file. None is on the job's path, which
 * reads bytes without building a model.
 */
@NullMarked
package io.tracemill.connectors.encoding;

import org.jspecify.annotations.NullMarked;
