package io.tracemill.cli.terminal;

import java.util.regex.Pattern;

/** Words of a command to paste into a shell. */
public final class ShellWords {
  private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9._:,/-]+");

  private ShellWords() {}

  /** The word as it is, or in quotes where a shell would take it apart. */
  public static String quoted(String word) {
    return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
