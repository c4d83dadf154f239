/**
 * Trace files as a source, in the order in which their traces happened.
 *
 * <p>A <em>unit</em> is a part of a file with one event time (semantics 2). A job over files cannot
 * resume, so the source has no state.
 */
@NullMarked
package io.tracemill.pipeline.source.files;

import org.jspecify.annotations.NullMarked;
