/** Deployments: new values of an attribute on a service, and whether requests differ since. */
@NullMarked
package io.tracemill.analysis.deployment;

import org.jspecify.annotations.NullMarked;
