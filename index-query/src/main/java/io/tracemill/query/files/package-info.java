/** The files of a request index: those of a range of time, and which of them are usable. */
@NullMarked
package io.tracemill.query.files;

import org.jspecify.annotations.NullMarked;
