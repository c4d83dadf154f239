/** Parts become rolling profiles, and incidents are explained, keyed by endpoint. */
@NullMarked
package io.tracemill.pipeline.endpoint;

import org.jspecify.annotations.NullMarked;
