/** Deployments: new values of an attribute on a service, each with a verdict on its requests. */
@NullMarked
package io.tracemill.analysis.deployment;

import org.jspecify.annotations.NullMarked;
