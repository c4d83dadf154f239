/** The formats by name, each with what reads it. */
@NullMarked
package io.tracemill.connectors.formats;

import org.jspecify.annotations.NullMarked;
