@NullMarked
package io.tracemill.connectors.json;

import org.jspecify.annotations.NullMarked;
