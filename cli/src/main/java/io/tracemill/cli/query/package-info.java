/** {@code tracemill query}: questions to the request index. */
@NullMarked
package io.tracemill.cli.query;

import org.jspecify.annotations.NullMarked;
