/** Decodes records to fragments or dead letters. */
@NullMarked
package io.tracemill.pipeline.decode;

import org.jspecify.annotations.NullMarked;
