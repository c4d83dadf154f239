package io.tracemill.console.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.console.Questions;
import io.tracemill.console.picture.DirectoryFeed;
import io.tracemill.console.picture.Picture;
import io.tracemill.console.picture.PictureLimits;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The process that writes a report: {@code --data DIR --index DIR --out FILE --title TEXT [--config
 * FILE]}. The first two are directories that {@code tracemill analyze} wrote.
 */
public final class ReportMain {
  private ReportMain() {}

  /** Writes the report. Exit status: 0 done, 1 failed, 2 wrong configuration. */
  public static void main(String[] args) {
    try {
      write(options(List.of(args)));
    } catch (ConfigException e) {
      end(2, e);
    } catch (IOException e) {
      end(1, e);
    }
  }

  private static Map<String, String> options(List<String> args) {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i + 1 < args.size(); i += 2) {
      options.put(args.get(i), args.get(i + 1));
    }
    return options;
  }

  private static String required(Map<String, String> options, String name) {
    String value = options.get(name);
    if (value == null) {
      throw new ConfigException(name + " is missing");
    }
    return value;
  }

  private static void write(Map<String, String> options) throws IOException {
    String file = options.get("--config");
    TracemillConfig config =
        (file == null
                ? TracemillConfig.defaults()
                : ConfigFile.load(Path.of(file), System.getenv()))
            .with(Keys.INDEX_PATH, required(options, "--index"));
    Clock clock = Clock.systemUTC();
    Picture picture = new Picture(PictureLimits.REPORT);
    DirectoryFeed feed =
        DirectoryFeed.read(Path.of(required(options, "--data")), picture, clock.millis());
    Map<String, String> answers =
        ReportAnswers.of(Questions.of(config, picture, feed, clock).api());
    try (Writer out = Files.newBufferedWriter(Path.of(required(options, "--out")), UTF_8)) {
      ReportPage.write("Tracemill: " + required(options, "--title"), answers, out);
    }
  }

  private static void end(int status, Exception why) {
    System.err.println("tracemill: " + why.getMessage());
    System.exit(status);
  }
}
