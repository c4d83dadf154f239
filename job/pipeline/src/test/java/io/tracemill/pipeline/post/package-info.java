@NullMarked
package io.tracemill.pipeline.post;

import org.jspecify.annotations.NullMarked;
