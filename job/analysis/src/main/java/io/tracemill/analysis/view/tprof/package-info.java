/**
 * The slow places of a system, layer by layer down to the part of a span (tprof section 3,
 * semantics 9): a pure function of kept requests.
 *
 * <pre>
 * kept requests - replay - CallOrder - SpanTimes - Layers: types, orders of calls, rows of times
 *                                                    \- OperationRanking (layers 1 and 2)
 *                                                        \- PartRanking (layers 3 and 4)
 * </pre>
 *
 * <p>It keeps the times of all spans, about 50 bytes a span. So every figure is exact if every
 * request was kept. Otherwise each request counts by its weight, and figures have an error.
 */
@NullMarked
package io.tracemill.analysis.view.tprof;

import org.jspecify.annotations.NullMarked;
