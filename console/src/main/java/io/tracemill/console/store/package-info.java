/**
 * Answers from the store. Each question is a function from parameters to JSON; {@link
 * io.tracemill.console.store.StoreAnswers} lists them by path. Few questions run at once, and equal
 * questions run once.
 */
@NullMarked
package io.tracemill.console.store;

import org.jspecify.annotations.NullMarked;
