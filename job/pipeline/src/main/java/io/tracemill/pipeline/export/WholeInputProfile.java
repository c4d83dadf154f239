package io.tracemill.pipeline.export;

import io.tracemill.analysis.profile.RequestSample;
import io.tracemill.analysis.record.EndpointProfile;

/**
 * The profile of all requests of an endpoint in a bounded input.
 *
 * @param sample a sample of these requests, some with their spans; not to be changed
 */
public record WholeInputProfile(EndpointProfile profile, RequestSample sample) {}
