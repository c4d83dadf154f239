package io.tracemill.cli.broker;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.Properties;

/** The broker's configuration: one node, both roles, nothing replicated, loopback only. */
final class BrokerSettings {
  static final int NODE_ID = 1;
  static final String HOST = "127.0.0.1";
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  private static final String SETTINGS =
      """
      process.roles = broker,controller
      node.id = 1
      controller.quorum.voters = 1@127.0.0.1:%2$d
      controller.listener.names = CONTROLLER
      inter.broker.listener.name = BROKER
      listener.security.protocol.map = BROKER:%3$s,CONTROLLER:PLAINTEXT
      listeners = BROKER://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d

      offsets.topic.replication.factor = 1
      offsets.topic.num.partitions = 1
      transaction.state.log.replication.factor = 1
      transaction.state.log.min.isr = 1
      transaction.state.log.num.partitions = 1
      share.coordinator.state.topic.replication.factor = 1
      share.coordinator.state.topic.min.isr = 1

      group.initial.rebalance.delay.ms = 0
      auto.create.topics.enable = false
      # The compacting thread allocates this much when it starts; the default is 128 MB.
      log.cleaner.dedupe.buffer.size = 4194304
      # Delete expired records soon; by default they stay on disk for five minutes.
      log.retention.check.interval.ms = 10000
      """;

  private BrokerSettings() {}

  static Properties of(Path directory, int brokerPort, int controllerPort, BrokerSecurity security)
      throws IOException {
    Properties settings = new Properties();
    String text = SETTINGS.formatted(brokerPort, controllerPort, security.protocol());
    settings.load(new StringReader(text));
    settings.put("log.dirs", directory.toString());
    settings.putAll(security.broker());
    return settings;
  }
}
