/** The bounded picture of now: the newest results of the job, read from its output topics. */
@NullMarked
package io.tracemill.console.picture;

import org.jspecify.annotations.NullMarked;
