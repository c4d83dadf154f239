/** The live picture: the newest results of the job in bounded memory, for screens and console. */
@NullMarked
package io.tracemill.connectors.live;

import org.jspecify.annotations.NullMarked;
