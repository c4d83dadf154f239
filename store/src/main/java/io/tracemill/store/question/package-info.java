/** Questions to the store, and their answers (P-Tracer sections 3.4 and 4). */
@NullMarked
package io.tracemill.store.question;

import org.jspecify.annotations.NullMarked;
