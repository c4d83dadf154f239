package io.tracemill.pipeline.topology;

import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * What a part of a pane adds to an endpoint. Sums over an endpoint's parts are of all of it.
 *
 * @param slideMillis start of the slide of {@code bytes}
 * @param requests that entered by it
 * @param bytes what the profile takes in memory
 * @param judged places and calls that the judge would have a row of
 */
public record SampledEndpoint(
    String service, String operation, long slideMillis, long requests, long bytes, long judged) {
  static final TypeInformation<SampledEndpoint> TYPE = TypeInformation.of(SampledEndpoint.class);

  static SampledEndpoint of(ProfileDelta delta) {
    return new SampledEndpoint(
        delta.endpoint().service(),
        delta.endpoint().operation(),
        delta.paneMillis(),
        0,
        delta.requests().weight(),
        0);
  }

  static SampledEndpoint of(PaneCounts counts) {
    return new SampledEndpoint(
        counts.endpoint().service(),
        counts.endpoint().operation(),
        0,
        counts.requests(),
        0,
        counts.places().size() + counts.calls().size());
  }
}
