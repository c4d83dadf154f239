package io.tracemill.bench.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The heap of another process on this machine, whose collector is G1, by the JDK's own tool. */
record LiveHeap(long pid) {
  /** Option of a JVM that this understands. */
  static final String COLLECTOR = "-XX:+UseG1GC";

  private static final Pattern USED = Pattern.compile("garbage-first heap .* used (\\d+)K");

  /** Bytes that are used after a collection of everything. */
  long afterCollection() throws IOException {
    ask("GC.run");
    String info = ask("GC.heap_info");
    Matcher used = USED.matcher(info);
    if (!used.find()) {
      throw new IOException("no used heap in: " + info);
    }
    return Long.parseLong(used.group(1)) << 10;
  }

  private String ask(String command) throws IOException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(pid),
                command)
            .redirectErrorStream(true)
            .start();
    return new String(jcmd.getInputStream().readAllBytes(), UTF_8);
  }
}
