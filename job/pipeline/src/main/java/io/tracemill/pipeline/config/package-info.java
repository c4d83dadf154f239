/**
 * The configuration: all keys, in one place.
 *
 * <p>{@link io.tracemill.pipeline.config.Keys} lists every key with its type, default, range and
 * explanation. The file reader, {@code tracemill config} and {@code docs/operations.md} all use
 * that list. A {@link io.tracemill.pipeline.config.TracemillConfig} holds the values of one run. A
 * value that is not allowed causes a {@link io.tracemill.pipeline.config.ConfigException}. Its one
 * line names the key, the value and the allowed values.
 */
@NullMarked
package io.tracemill.pipeline.config;

import org.jspecify.annotations.NullMarked;
