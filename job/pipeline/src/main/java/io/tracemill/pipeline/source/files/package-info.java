/** Trace files as a source, in the order in which their traces happened. */
@NullMarked
package io.tracemill.pipeline.source.files;

import org.jspecify.annotations.NullMarked;
