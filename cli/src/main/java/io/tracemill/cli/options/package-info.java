/** Options that several commands share. */
@NullMarked
package io.tracemill.cli.options;

import org.jspecify.annotations.NullMarked;
