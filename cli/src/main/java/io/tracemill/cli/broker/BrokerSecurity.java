package io.tracemill.cli.broker;

import java.util.List;
import java.util.Map;

/**
 * The security that a broker's listener demands.
 *
 * @param protocol Kafka's name of the listener's security protocol
 * @param broker the broker's settings that belong to it
 * @param users initial users, as {@code kafka-storage.sh --add-scram} takes them
 * @param administrator client settings with all permissions
 */
record BrokerSecurity(
    String protocol,
    Map<String, String> broker,
    List<String> users,
    Map<String, String> administrator) {

  /** Admits every client, in plain text. */
  static final BrokerSecurity NONE = new BrokerSecurity("PLAINTEXT", Map.of(), List.of(), Map.of());

  BrokerSecurity {
    broker = Map.copyOf(broker);
    users = List.copyOf(users);
    administrator = Map.copyOf(administrator);
  }
}
