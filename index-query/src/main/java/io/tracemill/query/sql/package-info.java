/** Any SQL over the views of an index, in a process of its own (P-Tracer 8.1). */
@NullMarked
package io.tracemill.query.sql;

import org.jspecify.annotations.NullMarked;
