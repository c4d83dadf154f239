@NullMarked
package io.tracemill.pipeline.config;

import org.jspecify.annotations.NullMarked;
