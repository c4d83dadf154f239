/** Questions to the request index, answered by an embedded DuckDB. */
@NullMarked
package io.tracemill.query;

import org.jspecify.annotations.NullMarked;
