@NullMarked
package io.tracemill.store.sql;

import org.jspecify.annotations.NullMarked;
