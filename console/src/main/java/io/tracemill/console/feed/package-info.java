/** Fills the live picture from the output topics or from files, and says how current it is. */
@NullMarked
package io.tracemill.console.feed;

import org.jspecify.annotations.NullMarked;
