/** The stage that compares requests with the models of their endpoints. */
@NullMarked
package io.tracemill.pipeline.check;

import org.jspecify.annotations.NullMarked;
