package io.tracemill.cli.query;

import io.tracemill.analysis.view.whatif.Question;
import io.tracemill.pipeline.config.ConfigException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what-if changes: {@code cart lookup:-10%}, {@code front -> cart:+5ms}. */
final class WhatIfChange {
  private static final Pattern CHANGE =
      Pattern.compile("(.+):([+-][0-9]{1,9}(?:\\.[0-9]{1,6})?) ?(%|ns|us|ms|s)", Pattern.DOTALL);
  private static final double WHOLE = 100;

  private WhatIfChange() {}

  static Question of(String text) {
    Matcher matcher = CHANGE.matcher(text);
    if (!matcher.matches()) {
      throw new ConfigException(
          "'%s' is not a place and a change, such as 'cart lookup:-10%%' or 'cart lookup:+5ms'"
              .formatted(text));
    }
    String place = matcher.group(1);
    double amount = Double.parseDouble(matcher.group(2));
    if (amount < -WHOLE && matcher.group(3).equals("%")) {
      throw new ConfigException("'%s': a change of -100%% would leave no time".formatted(text));
    }
    if (matcher.group(3).equals("%")) {
      return new Question(place, 1 + amount / WHOLE, 0);
    }
    long nanos = new LatencyConverter().convert(matcher.group(2).substring(1) + matcher.group(3));
    return new Question(place, 1, amount < 0 ? -nanos : nanos);
  }
}
