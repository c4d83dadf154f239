package io.tracemill.analysis.anomaly;

import java.util.List;

/**
 * Which call paths a request spent time on.
 *
 * @param hash of the set of its known paths
 * @param unseen numbers of its nodes whose paths no training request spent time on
 */
record CallPathSet(long hash, List<Integer> unseen) {}
