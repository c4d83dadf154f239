@NullMarked
package io.tracemill.store.question;

import org.jspecify.annotations.NullMarked;
