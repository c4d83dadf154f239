@NullMarked
package io.tracemill.query;

import org.jspecify.annotations.NullMarked;
