package io.tracemill.pipeline.export;

import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.profile.RequestSample;

/**
 * All requests of an endpoint in an input that has ended.
 *
 * @param sample of these requests, some of them with their spans; not to be changed
 */
public record WholeInputProfile(EndpointProfile profile, RequestSample sample) {}
