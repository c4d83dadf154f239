/** Results go to Kafka topics or to files of JSON lines, the very same records. */
@NullMarked
package io.tracemill.pipeline.sink;

import org.jspecify.annotations.NullMarked;
