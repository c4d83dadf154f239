/** The embedded DuckDB: read-only, limited, with views over the files of a store. */
@NullMarked
package io.tracemill.store.engine;

import org.jspecify.annotations.NullMarked;
