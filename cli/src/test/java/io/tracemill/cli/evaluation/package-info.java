/** Are real faults found, and nothing else? What docs/evaluation.md says, measured. */
@NullMarked
package io.tracemill.cli.evaluation;

import org.jspecify.annotations.NullMarked;
