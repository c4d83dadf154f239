/** The files of a request index: which there are for a range of time, and which are usable. */
@NullMarked
package io.tracemill.query.files;

import org.jspecify.annotations.NullMarked;
