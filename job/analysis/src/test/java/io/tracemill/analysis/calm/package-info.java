/** What is promised of alerts, on traffic that is made up. */
@NullMarked
package io.tracemill.analysis.calm;

import org.jspecify.annotations.NullMarked;
