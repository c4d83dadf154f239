/**
 * Serialization of values between tasks and in state.
 *
 * <p>A {@link io.tracemill.pipeline.serialization.Codec} is the layout of one immutable type. One
 * Flink serializer serves all codecs; every savepoint stores the codec and version that wrote the
 * bytes. Objects passed only within a chain have a type that cannot be serialized.
 */
@NullMarked
package io.tracemill.pipeline.serialization;

import org.jspecify.annotations.NullMarked;
