/** Answers of {@code query} as text and comma-separated values. */
@NullMarked
package io.tracemill.cli.query.answer;

import org.jspecify.annotations.NullMarked;
