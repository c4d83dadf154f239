package io.tracemill.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Timeout(120)
final class SecureBrokerIT {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private static Path directory;

  @SuppressWarnings("NullAway.Init")
  private static SecureBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = SecureBroker.start(directory, "of-the-stores");
    broker.createTopic("open-letters", 1, Map.of());
    broker.createTopic("diary", 1, Map.of());
    broker.addUser("reader", "of-the-reader");
    broker.allow("reader", ResourceType.TOPIC, "open-", AclOperation.DESCRIBE);
  }

  @AfterAll
  static void stop() throws Exception {
    broker.close();
  }

  @Test
  void aUserSeesTheTopicsThatAnAclNames() throws Exception {
    assertThat(topicsOf(broker.clientOf("reader", "of-the-reader")))
        .containsExactly("open-letters");
    assertThat(topicsOf(broker.clientOfAdministrator())).contains("open-letters", "diary");
  }

  @Test
  void aWrongPasswordIsRefused() {
    assertThatThrownBy(() -> topicsOf(broker.clientOf("reader", "guessed")))
        .hasCauseInstanceOf(SaslAuthenticationException.class);
  }

  private static Set<String> topicsOf(Map<String, String> client) throws Exception {
    Map<String, Object> settings = new HashMap<>(client);
    settings.put("bootstrap.servers", broker.bootstrapServers());
    try (Admin admin = Admin.create(settings)) {
      return admin.listTopics().names().get();
    }
  }
}
