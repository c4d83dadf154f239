/** Agents ask the console. */
@NullMarked
package io.tracemill.console.mcp;

import org.jspecify.annotations.NullMarked;
