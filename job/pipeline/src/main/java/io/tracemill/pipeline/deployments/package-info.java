/** New versions of services are found in kept requests, and judged. */
@NullMarked
package io.tracemill.pipeline.deployments;

import org.jspecify.annotations.NullMarked;
