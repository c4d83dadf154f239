/** Finds new versions of services in kept requests, and judges them. */
@NullMarked
package io.tracemill.pipeline.deployments;

import org.jspecify.annotations.NullMarked;
