package io.tracemill.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.Test;

class KafkaAccessTest {
  @Test
  void aBrokerThatDoesNotTellWhatIsAllowedDeniesNothing() {
    TopicDescription silent = new TopicDescription("spans", false, List.of(), null);
    TopicDescription telling =
        new TopicDescription("spans", false, List.of(), Set.of(AclOperation.DESCRIBE));

    assertThat(KafkaAccess.denies(silent, AclOperation.READ)).isFalse();
    assertThat(KafkaAccess.denies(telling, AclOperation.READ)).isTrue();
    assertThat(KafkaAccess.denies(telling, AclOperation.DESCRIBE)).isFalse();
  }
}
