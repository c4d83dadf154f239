/** Names, fields, lists and call trees as JSON of a limited size. */
@NullMarked
package io.tracemill.connectors.json;

import org.jspecify.annotations.NullMarked;
