/**
 * Records from anything that can be iterated over once more from its beginning, such as files.
 *
 * <p>A <em>unit</em> is what has one event time in a file (semantics 2). One reader takes them in
 * order; a restored job skips as many as it had read.
 */
@NullMarked
package io.tracemill.pipeline.source.unit;

import org.jspecify.annotations.NullMarked;
