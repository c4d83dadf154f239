@NullMarked
package io.tracemill.store.parquet;

import org.jspecify.annotations.NullMarked;
