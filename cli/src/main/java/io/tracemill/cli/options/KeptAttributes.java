package io.tracemill.cli.options;

import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The attributes of spans that the job must keep, since a question names them. */
public final class KeptAttributes {
  private KeptAttributes() {}

  /**
   * The configuration, extended by the attributes with these keys. {@code a.b} may be an attribute,
   * or the attribute {@code b} of the service {@code a}.
   */
  public static TracemillConfig in(TracemillConfig config, Collection<String> keys) {
    Set<String> kept = new LinkedHashSet<>(config.get(Keys.SPANS_ATTRIBUTES));
    for (String key : keys) {
      if (kept.stream().noneMatch(known -> ("." + key).endsWith("." + known))) {
        kept.add(key);
        for (int dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) {
          kept.add(key.substring(dot + 1));
        }
      }
    }
    return config.with(Keys.SPANS_ATTRIBUTES, List.copyOf(kept)).checked();
  }
}
