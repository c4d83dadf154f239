/** Any SQL over the views of a store, in a separate process (P-Tracer 8.1). */
@NullMarked
package io.tracemill.store.sql;

import org.jspecify.annotations.NullMarked;
