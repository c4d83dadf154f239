package io.tracemill.pipeline.topology;

import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.EvidenceSums;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.pipeline.count.EndpointPart;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * The figures that one part of a pane adds to an endpoint. Their sums over all parts describe the
 * whole endpoint.
 *
 * @param paneMillis start of the pane of {@code bytes}
 * @param requests number of requests in the part
 * @param bytes memory of the profile
 * @param judged number of places and calls for which the judge would have a row
 * @param corrected number of requests with a span that was moved to correct a clock
 * @param skewNanos by how far these spans were moved, in all
 */
public record SampledEndpoint(
    String service,
    String operation,
    long paneMillis,
    long requests,
    long bytes,
    long judged,
    long corrected,
    long skewNanos) {
  static final TypeInformation<SampledEndpoint> TYPE = TypeInformation.of(SampledEndpoint.class);

  static SampledEndpoint of(EndpointPart part) {
    return new SampledEndpoint(
        part.endpoint().service(),
        part.endpoint().operation(),
        part.paneMillis(),
        0,
        part.sums().map(EndpointSums::weight).orElse(0L),
        0,
        part.sums().map(sums -> sums.evidence().get(EvidenceSums.Sum.CORRECTED)).orElse(0L),
        part.sums().map(sums -> sums.evidence().get(EvidenceSums.Sum.SKEW_NANOS)).orElse(0L));
  }

  static SampledEndpoint of(PaneCounts counts) {
    return new SampledEndpoint(
        counts.endpoint().service(),
        counts.endpoint().operation(),
        0,
        counts.requests(),
        0,
        counts.places().size() + counts.calls().size(),
        0,
        0);
  }
}
