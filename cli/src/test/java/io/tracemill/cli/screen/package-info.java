/** The screen, on fixed records. */
@NullMarked
package io.tracemill.cli.screen;

import org.jspecify.annotations.NullMarked;
