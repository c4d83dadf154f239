/** Answers of {@code query} as text, JSON and comma-separated values. */
@NullMarked
package io.tracemill.cli.query.answer;

import org.jspecify.annotations.NullMarked;
