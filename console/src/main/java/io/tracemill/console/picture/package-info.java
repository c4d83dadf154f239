/** The picture: the newest results of the job, in bounded memory, read from its output topics. */
@NullMarked
package io.tracemill.console.picture;

import org.jspecify.annotations.NullMarked;
