/**
 * How values become bytes between tasks and in state.
 *
 * <p>A {@link io.tracemill.pipeline.serialization.Codec} is the layout of one immutable type and
 * knows its version; one Flink serializer serves them all and remembers in every savepoint which
 * codec, in which version, wrote the bytes. Objects that only ever pass from one operator to the
 * next in the same chain have a type that refuses to be serialized at all.
 */
@NullMarked
package io.tracemill.pipeline.serialization;

import org.jspecify.annotations.NullMarked;
