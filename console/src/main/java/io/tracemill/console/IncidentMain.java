package io.tracemill.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.console.api.Api;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.console.feed.FeedState;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;

/**
 * The process that prints an incident: {@code --id ID --form markdown|json [--config FILE] [--data
 * DIR --store DIR]}. With a directory of records, it reads these instead of the topics.
 */
public final class IncidentMain {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private IncidentMain() {}

  /** Prints it. */
  public static void main(String[] args) throws Exception {
    Arguments.run(args, IncidentMain::run);
  }

  private static void run(Arguments arguments) throws Exception {
    if (arguments.value("--data").isPresent()) {
      print(Questions.ofFiles(arguments, Console.LIMITS).api(), arguments);
      return;
    }
    try (Live live = Live.of(arguments.config())) {
      Api api = live.questions().api();
      live.feed().start();
      boolean settled = live.feed().awaitSettled(LONGEST_WAIT);
      FeedState state = live.feed().state();
      if (live.picture().incidents().isEmpty() && state.reason().isPresent()) {
        throw new IOException(
            "the incidents cannot be read: %s; check kafka.bootstrap-servers, or read the store with --store"
                .formatted(state.reason().get()));
      }
      if (!settled) {
        System.err.println(
            "tracemill: after %d s, the topics are not read to their end; newer records are missing"
                .formatted(LONGEST_WAIT.toSeconds()));
      }
      print(api, arguments);
    }
  }

  private static void print(Api api, Arguments arguments) throws IOException {
    try {
      byte[] answer =
          api.answer("incident/bundle", new ApiQuery(Map.of("id", arguments.required("--id"))));
      PrintStream out = new PrintStream(System.out, false, UTF_8);
      JsonNode form = new ObjectMapper().readTree(answer).path(arguments.required("--form"));
      out.println(form.isTextual() ? form.textValue().strip() : form.toString());
      out.flush();
    } catch (ApiException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
