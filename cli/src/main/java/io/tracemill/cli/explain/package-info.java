/** The command that says which stacks explain slow spans. */
@NullMarked
package io.tracemill.cli.explain;

import org.jspecify.annotations.NullMarked;
