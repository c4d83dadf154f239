package io.tracemill.store.sql;

import org.jspecify.annotations.Nullable;

/**
 * What the process writes.
 *
 * @param error why there is no result; null if there is one
 */
record SqlAnswer(@Nullable SqlResult result, @Nullable String error) {}
