@NullMarked
package io.tracemill.query.change;

import org.jspecify.annotations.NullMarked;
