@NullMarked
package io.tracemill.connectors.live;

import org.jspecify.annotations.NullMarked;
