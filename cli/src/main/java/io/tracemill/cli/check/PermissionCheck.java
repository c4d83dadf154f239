package io.tracemill.cli.check;

import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.List;

/** Whether the user may do what the job does. */
record PermissionCheck(TracemillConfig config) {
  /**
   * What is to be said.
   *
   * @param lacking what is not allowed, as in {@code read topic otlp_spans}
   */
  List<Finding> of(List<String> lacking) {
    if (lacking.isEmpty()) {
      return List.of(Finding.ok("this user may do all that the job does with these topics"));
    }
    String servers = config.get(Keys.KAFKA_BOOTSTRAP_SERVERS);
    return lacking.stream()
        .map(
            permission ->
                Finding.problem(
                    "this user may not " + permission,
                    Advice.folded(Advice.allow(permission, servers)).toArray(String[]::new)))
        .toList();
  }
}
