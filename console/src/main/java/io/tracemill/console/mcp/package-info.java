/**
 * The console's questions as tools for agents, by the Model Context Protocol: over HTTP at {@code
 * /mcp}, and over standard input and output.
 */
@NullMarked
package io.tracemill.console.mcp;

import org.jspecify.annotations.NullMarked;
