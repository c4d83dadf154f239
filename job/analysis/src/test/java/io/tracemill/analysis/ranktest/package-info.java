@NullMarked
package io.tracemill.analysis.ranktest;

import org.jspecify.annotations.NullMarked;
