package io.tracemill.query.compare;

import io.tracemill.query.Filter;
import io.tracemill.query.IndexSession;

/**
 * One of the two sets of requests that are compared.
 *
 * @param session of the index that has them
 */
public record Requests(IndexSession session, Filter filter) {}
