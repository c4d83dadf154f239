/** Samples that are made up. */
@NullMarked
package io.tracemill.cli.sample;

import org.jspecify.annotations.NullMarked;
