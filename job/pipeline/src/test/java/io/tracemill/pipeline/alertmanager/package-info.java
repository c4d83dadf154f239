@NullMarked
package io.tracemill.pipeline.alertmanager;

import org.jspecify.annotations.NullMarked;
