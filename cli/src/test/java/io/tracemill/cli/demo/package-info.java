/** The traffic of the shop, for any seed. */
@NullMarked
package io.tracemill.cli.demo;

import org.jspecify.annotations.NullMarked;
