/** Posts JSON to other systems over HTTP, without waiting for their answers. */
@NullMarked
package io.tracemill.pipeline.post;

import org.jspecify.annotations.NullMarked;
