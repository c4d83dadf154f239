@NullMarked
package io.tracemill.query.sql;

import org.jspecify.annotations.NullMarked;
