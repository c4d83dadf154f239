/**
 * Low-level differences: readable rules that tell some requests from others (Spectroscope section
 * 5.4). It works on rows, so requests of any source have them.
 */
@NullMarked
package io.tracemill.analysis.difference;

import org.jspecify.annotations.NullMarked;
