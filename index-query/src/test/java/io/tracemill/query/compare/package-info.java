@NullMarked
package io.tracemill.query.compare;

import org.jspecify.annotations.NullMarked;
