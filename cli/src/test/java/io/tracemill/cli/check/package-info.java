/** What is said of what was found. */
@NullMarked
package io.tracemill.cli.check;

import org.jspecify.annotations.NullMarked;
