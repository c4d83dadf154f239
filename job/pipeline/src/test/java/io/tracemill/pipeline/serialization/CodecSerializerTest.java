package io.tracemill.pipeline.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class CodecSerializerTest {
  /** Wrote the celsius in whole degrees in version 1, and in tenths since. */
  public static final class TemperatureCodec implements Codec<Temperature> {
    @Override
    public void write(Temperature value, DataOutput out) throws IOException {
      out.writeInt(value.tenths());
    }

    @Override
    public Temperature read(DataInput in) throws IOException {
      return new Temperature(in.readInt());
    }

    @Override
    public int version() {
      return 2;
    }

    @Override
    public int oldestReadable() {
      return 1;
    }

    @Override
    public Temperature read(DataInput in, int version) throws IOException {
      return new Temperature(10 * in.readByte());
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

    @Override
    public int version() {
      return 2;
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
  void snapshotsNameTheCodecAndItsVersion() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);

    SERIALIZER.snapshotConfiguration().writeSnapshot(out);

    String name =
        "696f2e74726163656d696c6c2e706970656c696e652e73657269616c697a6174696f6e2e"
            + "436f64656353657269616c697a6572546573742454656d7065726174757265436f646563";
    assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer()))
        .isEqualTo("0048" + name + "00000002");
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
  void theSameVersionIsCompatibleAsItIs() throws IOException {
    assertThat(resolve(new TemperatureCodec(), 2).isCompatibleAsIs()).isTrue();
  }

  @Test
  void anOlderReadableVersionIsRewritten() throws IOException {
    assertThat(resolve(new TemperatureCodec(), 1).isCompatibleAfterMigration()).isTrue();

    TypeSerializer<Temperature> old =
        throughSavepoint(new CodecSerializerSnapshot<>(new TemperatureCodec(), 1))
            .restoreSerializer();
    assertThat(old.deserialize(new DataInputDeserializer(new byte[] {21})))
        .isEqualTo(new Temperature(210));
  }

  @Test
  void newerForgottenAndForeignLayoutsAreRefused() throws IOException {
    assertThat(resolve(new TemperatureCodec(), 3).isIncompatible()).isTrue();
    assertThat(resolve(new TemperatureCodec(), 0).isIncompatible()).isTrue();
    assertThat(resolve(new OtherCodec(), 2).isIncompatible()).isTrue();
  }

  @Test
  void aCodecThatIsGoneIsNamed() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    out.writeUTF("io.tracemill.GoneCodec");
    out.writeInt(1);
    CodecSerializerSnapshot<Temperature> snapshot = new CodecSerializerSnapshot<>();

    assertThatThrownBy(
            () ->
                snapshot.readSnapshot(
                    1, new DataInputDeserializer(out.getCopyOfBuffer()), classLoader()))
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
      Codec<Temperature> writtenBy, int version) throws IOException {
    return SERIALIZER
        .snapshotConfiguration()
        .resolveSchemaCompatibility(
            throughSavepoint(new CodecSerializerSnapshot<>(writtenBy, version)));
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
