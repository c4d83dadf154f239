@NullMarked
package io.tracemill.connectors;

import org.jspecify.annotations.NullMarked;
