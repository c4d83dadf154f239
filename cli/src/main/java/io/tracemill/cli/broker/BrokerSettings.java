package io.tracemill.cli.broker;

import java.nio.file.Path;
import java.util.Properties;

/** The broker's configuration: one node, both roles, nothing replicated, loopback only. */
final class BrokerSettings {
  static final int NODE_ID = 1;
  static final String HOST = "127.0.0.1";
  static final String CONTROLLER_LISTENER = "CONTROLLER";
  private static final String BROKER_LISTENER = "BROKER";

  private BrokerSettings() {}

  static Properties of(
      Path directory, int brokerPort, int controllerPort, BrokerSecurity security) {
    Properties settings = new Properties();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", Integer.toString(NODE_ID));
    settings.put("log.dirs", directory.toString());
    settings.put("controller.quorum.voters", NODE_ID + "@" + HOST + ":" + controllerPort);
    settings.put("controller.listener.names", CONTROLLER_LISTENER);
    settings.put("inter.broker.listener.name", BROKER_LISTENER);
    settings.put(
        "listener.security.protocol.map",
        "%s:%s,%s:PLAINTEXT".formatted(BROKER_LISTENER, security.protocol(), CONTROLLER_LISTENER));
    settings.put(
        "listeners",
        "%s://%s:%d,%s://%s:%d"
            .formatted(
                BROKER_LISTENER, HOST, brokerPort, CONTROLLER_LISTENER, HOST, controllerPort));
    replicateNothing(settings);
    answerAtOnce(settings);
    settings.putAll(security.broker());
    return settings;
  }

  private static void replicateNothing(Properties settings) {
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("offsets.topic.num.partitions", "1");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("transaction.state.log.num.partitions", "1");
    settings.put("share.coordinator.state.topic.replication.factor", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
  }

  private static void answerAtOnce(Properties settings) {
    settings.put("group.initial.rebalance.delay.ms", "0");
    settings.put("auto.create.topics.enable", "false");
    // The compacting thread allocates this much when it starts; the default is 128 MB.
    settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20));
    // Delete expired records soon; by default they stay on disk for five minutes.
    settings.put("log.retention.check.interval.ms", "10000");
  }
}
