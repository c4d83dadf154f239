/** Runs the job over trace files, into result files and a store. */
@NullMarked
package io.tracemill.cli.files;

import org.jspecify.annotations.NullMarked;
