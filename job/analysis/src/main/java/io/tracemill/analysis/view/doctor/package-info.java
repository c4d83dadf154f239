/** What is wrong with the instrumentation, by the traces it makes. */
@NullMarked
package io.tracemill.analysis.view.doctor;

import org.jspecify.annotations.NullMarked;
