/** What is analysed: requests, their endpoints, and what one analysis says. */
@NullMarked
package io.tracemill.analysis.request;

import org.jspecify.annotations.NullMarked;
