@NullMarked
package io.tracemill.query.engine;

import org.jspecify.annotations.NullMarked;
