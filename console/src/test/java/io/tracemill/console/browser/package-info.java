/**
 * Tests in a real browser: what the pages show equals the figures of the API.
 *
 * <p>Figures of a page are elements with an attribute {@code data-test}, their key, and {@code
 * data-value}, their raw number. Tests collect them and compare them with JSON that they fetch over
 * HTTP. Screenshots are kept in {@code console/target/screenshots}.
 */
@NullMarked
package io.tracemill.console.browser;

import org.jspecify.annotations.NullMarked;
