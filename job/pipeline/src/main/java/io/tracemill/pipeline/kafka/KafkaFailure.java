package io.tracemill.pipeline.kafka;

import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;

/** Describes a Kafka client's failure in one line, with what to do next. */
public final class KafkaFailure {
  private static final int MAX_CAUSES = 50;
  private static final String UNKNOWN =
      "none of these hosts has an address; check their spelling, and whether this"
          + " machine can look them up (DNS)";

  private KafkaFailure() {}

  /** The root cause of {@code failure} in words, without a full stop. */
  public static String explain(Throwable failure) {
    List<Throwable> causes = causes(failure);
    Throwable root = causes.get(causes.size() - 1);
    return first(causes, SslAuthenticationException.class)
        .map(e -> tls(root))
        .or(() -> first(causes, AuthenticationException.class).map(KafkaFailure::sasl))
        .or(() -> first(causes, AuthorizationException.class).map(KafkaFailure::permission))
        .or(() -> first(causes, NoSuchFileException.class).map(KafkaFailure::file))
        .or(() -> Optional.of(UNKNOWN).filter(unknown -> isUnknownHost(failure)))
        .or(() -> first(causes, TimeoutException.class).map(KafkaFailure::silence))
        .orElseGet(() -> settings(causes));
  }

  /** Whether no server's name can be resolved. Kafka has no exception type for it. */
  static boolean isUnknownHost(Throwable failure) {
    return first(causes(failure), ConfigException.class)
        .filter(config -> text(config).startsWith("No resolvable bootstrap urls"))
        .isPresent();
  }

  private static String sasl(Throwable failure) {
    return text(failure) + "; check the user and password in sasl.jaas.config, and sasl.mechanism";
  }

  private static String tls(Throwable root) {
    return "no TLS connection (%s); does ssl.truststore.location trust the signer of the broker's"
            .formatted(text(root))
        + " certificate, and does the port speak TLS?";
  }

  private static String permission(Throwable failure) {
    return text(failure) + "; the user needs an ACL for it";
  }

  private static String file(NoSuchFileException failure) {
    return "there is no file %s".formatted(failure.getFile());
  }

  /**
   * A timeout. Kafka's text says what the client waited for: the first answer, or a stored record.
   */
  private static String silence(Throwable failure) {
    return "no broker answered in time (%s); is it running, is the address right, and is"
            .formatted(text(failure))
        + " security.protocol that of its listener?";
  }

  /**
   * The message of the last Kafka exception, such as a store that can't be read, and of its cause.
   */
  private static String settings(List<Throwable> causes) {
    int last = causes.size() - 1;
    int kafkas = last;
    while (kafkas > 0 && !(causes.get(kafkas) instanceof KafkaException)) {
      kafkas--;
    }
    String text = text(causes.get(kafkas));
    return kafkas == last ? text : text + ": " + text(causes.get(kafkas + 1));
  }

  private static <E extends Throwable> Optional<E> first(List<Throwable> causes, Class<E> type) {
    return causes.stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  private static String text(Throwable failure) {
    String message = failure.getMessage();
    return message == null
        ? failure.getClass().getSimpleName()
        : message.replaceAll("\\s*\\R\\s*", " ").strip().replaceAll("\\.$", "");
  }

  private static List<Throwable> causes(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    // Bounded, since causes may form a cycle.
    for (Throwable t = failure; t != null && causes.size() < MAX_CAUSES; t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }
}
