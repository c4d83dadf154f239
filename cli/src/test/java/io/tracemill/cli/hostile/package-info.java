/**
 * What senders do to a job: traces that nothing is wrong with, and everything that is wrong with
 * the rest. The same number always gives the same records.
 */
@NullMarked
package io.tracemill.cli.hostile;

import org.jspecify.annotations.NullMarked;
