@NullMarked
package io.tracemill.pipeline.deployments;

import org.jspecify.annotations.NullMarked;
