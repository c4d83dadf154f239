/**
 * Records from anything that can be iterated again from its beginning, such as files.
 *
 * <p>A <em>unit</em> is a part of a file with one event time (semantics 2). One reader takes the
 * units in order; a restored job skips those that it had read.
 */
@NullMarked
package io.tracemill.pipeline.source.unit;

import org.jspecify.annotations.NullMarked;
