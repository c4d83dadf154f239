@NullMarked
package io.tracemill.index.parquet;

import org.jspecify.annotations.NullMarked;
