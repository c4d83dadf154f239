package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.incident.Incident.Severity;

/**
 * The labels that Alertmanager tells alerts apart by. They stay as they were first said while an
 * incident lasts, but for a ticket that becomes a page: it would be another alert each time.
 *
 * @param incident its id
 * @param service of its first culprit; empty where the whole request is the culprit
 * @param endpoint its first endpoint
 * @param culprit what it is put down to
 */
record AlertIdentity(
    String incident, Severity severity, String service, String endpoint, String culprit) {
  /** The same with another severity. */
  AlertIdentity with(Severity other) {
    return new AlertIdentity(incident, other, service, endpoint, culprit);
  }
}
