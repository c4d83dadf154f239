/**
 * JSON: spans of every format, read by one streaming reader over a table of members for each; and
 * names that are valid in records.
 */
@NullMarked
package io.tracemill.connectors.json;

import org.jspecify.annotations.NullMarked;
