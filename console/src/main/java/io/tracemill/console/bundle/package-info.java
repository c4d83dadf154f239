/** What is known about one incident, in one text for a ticket or an agent. */
@NullMarked
package io.tracemill.console.bundle;

import org.jspecify.annotations.NullMarked;
