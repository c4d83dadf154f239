/**
 * The one sum of requests: each is counted once, in the {@link
 * io.tracemill.analysis.sums.EndpointSums} of its endpoint and pane. Profiles, change detection,
 * accounts of a change, hotspots and the service graph read it (architecture 1, CRISP section 5.3).
 */
@NullMarked
package io.tracemill.analysis.sums;

import org.jspecify.annotations.NullMarked;
