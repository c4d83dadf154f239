/** The JSON API: its paths, their parameters, and the answers from the picture. */
@NullMarked
package io.tracemill.console.api;

import org.jspecify.annotations.NullMarked;
