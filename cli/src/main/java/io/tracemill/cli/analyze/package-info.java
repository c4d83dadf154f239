/** {@code analyze}: the same job over trace files. */
@NullMarked
package io.tracemill.cli.analyze;

import org.jspecify.annotations.NullMarked;
