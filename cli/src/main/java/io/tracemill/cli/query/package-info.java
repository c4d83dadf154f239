/** {@code tracemill query}: questions to the store. */
@NullMarked
package io.tracemill.cli.query;

import org.jspecify.annotations.NullMarked;
