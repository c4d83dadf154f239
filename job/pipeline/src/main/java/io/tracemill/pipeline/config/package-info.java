/**
 * Everything that can be set, in one place.
 *
 * <p>{@link io.tracemill.pipeline.config.Keys} lists every key with its type, default, range and
 * explanation; the file reader, {@code tracemill config} and {@code docs/operations.md} all work
 * from that list. A {@link io.tracemill.pipeline.config.TracemillConfig} holds the values of one
 * run. A value that is not allowed never gets past {@link
 * io.tracemill.pipeline.config.ConfigException}, whose one line names key, value and what is
 * allowed.
 */
@NullMarked
package io.tracemill.pipeline.config;

import org.jspecify.annotations.NullMarked;
