/** Requests, their endpoints, and the result of their analysis. */
@NullMarked
package io.tracemill.analysis.request;

import org.jspecify.annotations.NullMarked;
