/** Reading what the job wrote, for tests. */
@NullMarked
package io.tracemill.cli.results;

import org.jspecify.annotations.NullMarked;
