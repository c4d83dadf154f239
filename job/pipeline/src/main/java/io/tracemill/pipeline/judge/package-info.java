/** What all endpoints say at a slide becomes alerts and incidents, in one place. */
@NullMarked
package io.tracemill.pipeline.judge;

import org.jspecify.annotations.NullMarked;
