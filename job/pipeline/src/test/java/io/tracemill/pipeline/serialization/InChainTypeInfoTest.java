package io.tracemill.pipeline.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class InChainTypeInfoTest {
  private static final InChainTypeInfo<Thread> TYPE = new InChainTypeInfo<>(Thread.class);

  private final TypeSerializer<Thread> serializer =
      TYPE.createSerializer(new SerializerConfigImpl());

  @Test
  void copiesAreTheSameObject() {
    Thread value = new Thread();

    assertThat(serializer.copy(value)).isSameAs(value);
    assertThat(serializer.copy(value, new Thread())).isSameAs(value);
  }

  @Test
  void bytesAreRefused() {
    assertThatIllegalStateException()
        .isThrownBy(() -> serializer.serialize(new Thread(), new DataOutputSerializer(1)))
        .withMessage("java.lang.Thread never leaves its task chain");
    assertThatIllegalStateException()
        .isThrownBy(() -> serializer.deserialize(new DataInputDeserializer(new byte[1])));
  }

  @Test
  void theTypeTravelsWithTheJob() throws Exception {
    assertThat(InstantiationUtil.clone(TYPE)).isEqualTo(TYPE);
    assertThat(InstantiationUtil.clone(serializer)).isEqualTo(serializer);
  }
}
