/**
 * Response times if some parts of a request took another time: a model of which span waited for
 * which, and the tables made from it (semantics 7.1).
 */
@NullMarked
package io.tracemill.analysis.view.whatif;

import org.jspecify.annotations.NullMarked;
