package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.alert.Incident.Severity;

/**
 * The labels that Alertmanager tells alerts apart by. What changes while an incident lasts, such as
 * its endpoints, is none of them: it would be another alert each time.
 *
 * @param incident its id
 * @param service of its first culprit; empty if it has none
 */
record AlertIdentity(String incident, Severity severity, String service) {}
