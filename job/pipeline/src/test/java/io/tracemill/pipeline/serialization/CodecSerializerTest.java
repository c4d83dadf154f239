package io.tracemill.pipeline.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class CodecSerializerTest {
  /** Writes celsius in tenths. */
  public static final class TemperatureCodec implements Codec<Temperature> {
    @Override
    public void write(Temperature value, DataOutput out) throws IOException {
      out.writeInt(value.tenths());
    }

    @Override
    public Temperature read(DataInput in) throws IOException {
      return new Temperature(in.readInt());
    }
  }

  /** Another layout of the same type. */
  public static final class OtherCodec implements Codec<Temperature> {
    @Override
    public void write(Temperature value, DataOutput out) throws IOException {
      out.writeUTF(Integer.toString(value.tenths()));
    }

    @Override
    public Temperature read(DataInput in) throws IOException {
      return new Temperature(Integer.parseInt(in.readUTF()));
    }
  }

  record Temperature(int tenths) {}

  private static final CodecSerializer<Temperature> SERIALIZER =
      new CodecSerializer<>(new TemperatureCodec());

  @Test
  void valuesComeBackEqual() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(16);
    SERIALIZER.serialize(new Temperature(215), out);
    SERIALIZER.serialize(new Temperature(-3), out);

    DataOutputSerializer copied = new DataOutputSerializer(16);
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    SERIALIZER.copy(in, copied);
    SERIALIZER.copy(in, copied);

    assertThat(copied.getCopyOfBuffer()).isEqualTo(out.getCopyOfBuffer());
    DataInputDeserializer again = new DataInputDeserializer(copied.getCopyOfBuffer());
    assertThat(SERIALIZER.deserialize(again)).isEqualTo(new Temperature(215));
    assertThat(SERIALIZER.deserialize(new Temperature(0), again)).isEqualTo(new Temperature(-3));
    assertThat(again.available()).isZero();
  }

  @Test
  void copiesAreTheSameObject() {
    Temperature value = new Temperature(1);

    assertThat(SERIALIZER.copy(value)).isSameAs(value);
    assertThat(SERIALIZER.copy(value, new Temperature(2))).isSameAs(value);
  }

  @Test
  void serializersSurviveJavaSerialization() throws Exception {
    CodecSerializer<Temperature> cloned = InstantiationUtil.clone(SERIALIZER);

    assertThat(cloned).isEqualTo(SERIALIZER).hasSameHashCodeAs(SERIALIZER);
  }

  @Test
  void restoredSnapshotsReadWhatWasWritten() throws IOException {
    DataOutputSerializer state = new DataOutputSerializer(8);
    SERIALIZER.serialize(new Temperature(7), state);

    TypeSerializer<Temperature> restored =
        throughSavepoint(SERIALIZER.snapshotConfiguration()).restoreSerializer();

    assertThat(restored).isEqualTo(SERIALIZER);
    assertThat(restored.deserialize(new DataInputDeserializer(state.getCopyOfBuffer())))
        .isEqualTo(new Temperature(7));
  }

  @Test
  void theSameCodecIsCompatibleAsItIsAndAnotherIsNot() throws IOException {
    assertThat(resolve(new TemperatureCodec()).isCompatibleAsIs()).isTrue();
    assertThat(resolve(new OtherCodec()).isIncompatible()).isTrue();
  }

  @Test
  void stateOfAnotherBuildIsRefusedInOneLine() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    out.writeInt(StateVersion.CURRENT - 1);
    CodecSerializerSnapshot<Temperature> snapshot = new CodecSerializerSnapshot<>();

    assertThatThrownBy(
            () ->
                snapshot.readSnapshot(
                    2, new DataInputDeserializer(out.getCopyOfBuffer()), classLoader()))
        .isInstanceOf(SuppressRestartsException.class)
        .rootCause()
        .hasMessage(
            "this state has version %d, but this build reads version %d; start with --fresh to"
                + " begin again",
            StateVersion.CURRENT - 1, StateVersion.CURRENT);
  }

  @Test
  void aCodecThatIsGoneIsNamed() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    out.writeInt(StateVersion.CURRENT);
    out.writeUTF("io.tracemill.GoneCodec");
    CodecSerializerSnapshot<Temperature> snapshot = new CodecSerializerSnapshot<>();

    assertThatThrownBy(
            () ->
                snapshot.readSnapshot(
                    2, new DataInputDeserializer(out.getCopyOfBuffer()), classLoader()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("io.tracemill.GoneCodec");
  }

  @Test
  void typesOfTheSameClassAndCodecAreEqual() {
    CodecTypeInfo<Temperature> type =
        new CodecTypeInfo<>(Temperature.class, new TemperatureCodec());

    assertThat(type)
        .isEqualTo(new CodecTypeInfo<>(Temperature.class, new TemperatureCodec()))
        .isNotEqualTo(new CodecTypeInfo<>(Temperature.class, new OtherCodec()));
    assertThat(type.createSerializer(new SerializerConfigImpl())).isEqualTo(SERIALIZER);
  }

  private static TypeSerializerSchemaCompatibility<Temperature> resolve(
      Codec<Temperature> writtenBy) throws IOException {
    return SERIALIZER
        .snapshotConfiguration()
        .resolveSchemaCompatibility(throughSavepoint(new CodecSerializerSnapshot<>(writtenBy)));
  }

  private static <T> TypeSerializerSnapshot<T> throughSavepoint(TypeSerializerSnapshot<T> snapshot)
      throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    TypeSerializerSnapshot.writeVersionedSnapshot(out, snapshot);
    return TypeSerializerSnapshot.readVersionedSnapshot(
        new DataInputDeserializer(out.getCopyOfBuffer()), classLoader());
  }

  private static ClassLoader classLoader() {
    return CodecSerializerTest.class.getClassLoader();
  }
}
