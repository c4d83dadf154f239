/** Any SQL over the views of an index, in a separate process (P-Tracer 8.1). */
@NullMarked
package io.tracemill.query.sql;

import org.jspecify.annotations.NullMarked;
