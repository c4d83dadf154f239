@NullMarked
package io.tracemill.analysis.deployment;

import org.jspecify.annotations.NullMarked;
