/** Tests of {@code replay}. */
@NullMarked
package io.tracemill.cli.replay;

import org.jspecify.annotations.NullMarked;
