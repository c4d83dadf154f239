package io.tracemill.analysis.view;

import io.tracemill.analysis.callingcontext.PathNode;
import io.tracemill.analysis.callingcontext.PathStep;

/**
 * A call path of some requests.
 *
 * @param parent index of the node above, -1 for the first step of a path
 * @param traces number of requests with this path on their critical path
 * @param inclusiveNanos time of the path and its descendants, summed over these requests
 * @param exclusiveNanos its own time, summed over these requests
 * @param errorNanos standard error of {@code exclusiveNanos}; 0 if it is exact
 */
public record ClassNode(
    int parent,
    PathStep step,
    long traces,
    long inclusiveNanos,
    long exclusiveNanos,
    double errorNanos)
    implements PathNode {}
