/** Jaeger's formats: what its query API answers, and the spans that its agents send. */
@NullMarked
package io.tracemill.connectors.jaeger;

import org.jspecify.annotations.NullMarked;
