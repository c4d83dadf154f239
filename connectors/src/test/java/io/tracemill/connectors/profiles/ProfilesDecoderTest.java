package io.tracemill.connectors.profiles;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Line;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.Stack;
import io.opentelemetry.proto.profiles.v1development.ValueType;
import io.tracemill.analysis.stack.SampleKind;
import io.tracemill.analysis.stack.SampledThread;
import io.tracemill.analysis.stack.StackSample;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.profiles.ProfilesDecoder.Decoded;
import java.util.List;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ProfilesDecoderTest {
  private static final long NOW = 1_795_740_642_000_000_000L;
  private static final long HOUR = 3_600_000_000_000L;
  private static final long PERIOD = 5_000_000;

  /** Two functions, one inlined into the other, called by code without symbols. */
  private static ProfilesDictionary.Builder dictionary() {
    return ProfilesDictionary.newBuilder()
        .addAllStringTable(
            List.of(
                "", "cpu", "inlined", "caller", "/usr/lib/libc.so", "process.pid", "thread.name"))
        .addStringTable("off_cpu")
        .addFunctionTable(Function.getDefaultInstance())
        .addFunctionTable(Function.newBuilder().setNameStrindex(2))
        .addFunctionTable(Function.newBuilder().setNameStrindex(3))
        .addMappingTable(Mapping.getDefaultInstance())
        .addMappingTable(Mapping.newBuilder().setFilenameStrindex(4))
        .addLocationTable(Location.getDefaultInstance())
        .addLocationTable(
            Location.newBuilder()
                .addLines(Line.newBuilder().setFunctionIndex(1))
                .addLines(Line.newBuilder().setFunctionIndex(2)))
        .addLocationTable(Location.newBuilder().setMappingIndex(1))
        .addStackTable(Stack.getDefaultInstance())
        .addStackTable(Stack.newBuilder().addLocationIndices(1).addLocationIndices(2))
        .addAttributeTable(KeyValueAndUnit.getDefaultInstance())
        .addAttributeTable(
            KeyValueAndUnit.newBuilder()
                .setKeyStrindex(5)
                .setValue(AnyValue.newBuilder().setIntValue(42)))
        .addAttributeTable(
            KeyValueAndUnit.newBuilder()
                .setKeyStrindex(6)
                .setValue(AnyValue.newBuilder().setStringValueStrindex(3)));
  }

  private static Sample.Builder sample(long... times) {
    Sample.Builder sample =
        Sample.newBuilder().setStackIndex(1).addAttributeIndices(1).addAttributeIndices(2);
    for (long time : times) {
      sample.addTimestampsUnixNano(time);
    }
    return sample;
  }

  private static ExportProfilesServiceRequest.Builder request(int type, Sample.Builder... samples) {
    Profile.Builder profile =
        Profile.newBuilder()
            .setSampleType(ValueType.newBuilder().setTypeStrindex(type))
            .setPeriod(PERIOD);
    for (Sample.Builder sample : samples) {
      profile.addSamples(sample);
    }
    ExportProfilesServiceRequest.Builder request =
        ExportProfilesServiceRequest.newBuilder().setDictionary(dictionary());
    request.addResourceProfilesBuilder().addScopeProfilesBuilder().addProfiles(profile);
    return request;
  }

  private static Decoded decoded(ExportProfilesServiceRequest.Builder request) throws Exception {
    return ProfilesDecoder.decode(request.build().toByteArray(), OptionalLong.of(NOW));
  }

  private static String refusal(ExportProfilesServiceRequest.Builder request) {
    return refusal(request.build().toByteArray());
  }

  private static String refusal(byte[] record) {
    return catchThrowableOfType(
            MalformedRecordException.class,
            () -> ProfilesDecoder.decode(record, OptionalLong.of(NOW)))
        .reason();
  }

  private static KeyValue attribute(String key, String text) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(text))
        .build();
  }

  @Test
  void aSampleHasItsThreadAndItsFunctionsTheOutermostFirst() throws Exception {
    assertThat(decoded(request(1, sample(NOW).addValues(7))).samples())
        .containsExactly(
            new StackSample(
                new SampledThread("", "42", "", "", "caller", ""),
                StackSample.NO_CPU,
                SampleKind.CPU,
                NOW,
                7,
                PERIOD,
                List.of("[libc.so]", "caller", "inlined")));
  }

  @Test
  void theNodeIsTheHostThenItsIdThenItsName() throws Exception {
    ExportProfilesServiceRequest.Builder request = request(1, sample(NOW));
    var resource = request.getResourceProfilesBuilder(0).getResourceBuilder();
    resource.addAttributes(attribute("host.name", "name"));
    assertThat(decoded(request).samples().get(0).thread().host()).isEqualTo("name");
    resource.addAttributes(attribute("host.id", "id"));
    assertThat(decoded(request).samples().get(0).thread().host()).isEqualTo("id");
    resource.addAttributes(attribute("k8s.node.name", "node"));
    assertThat(decoded(request).samples().get(0).thread().host()).isEqualTo("node");
  }

  @Test
  void fewerValuesThanTimesMeanOnePeriodEach() throws Exception {
    assertThat(decoded(request(7, sample(NOW, NOW + 1).addValues(9))).samples())
        .extracting(StackSample::valueNanos)
        .containsExactly(PERIOD, PERIOD);
  }

  @Test
  void waitsHaveTheirValues() throws Exception {
    assertThat(decoded(request(7, sample(NOW).addValues(9))).samples())
        .extracting(StackSample::kind, StackSample::valueNanos)
        .containsExactly(tuple(SampleKind.WAIT, 9L));
  }

  @Test
  void samplesWithoutATimeAreUnstitchable() throws Exception {
    Decoded decoded =
        decoded(request(1, sample().addValues(1).addValues(2), sample(), sample(NOW)));
    assertThat(decoded.unstitchable()).isEqualTo(3);
    assertThat(decoded.samples()).hasSize(1);
  }

  @Test
  void samplesOfAnotherKindAreUnstitchable() throws Exception {
    assertThat(decoded(request(3, sample(NOW).addValues(1))).unstitchable()).isEqualTo(1);
  }

  @Test
  void timesMoreThanAnHourFromTheRecordAreLeftOut() throws Exception {
    Decoded decoded =
        decoded(request(1, sample(NOW - HOUR, NOW - HOUR - 1, NOW + HOUR, NOW + HOUR + 1, -5)));
    assertThat(decoded.samples())
        .extracting(StackSample::timeNanos)
        .containsExactly(NOW - HOUR, NOW + HOUR);
    assertThat(decoded.outOfTime()).isEqualTo(3);
  }

  @Test
  void aTableWhoseFirstEntryIsNotEmptyIsOfAnotherVersion() {
    ExportProfilesServiceRequest.Builder request = request(1, sample(NOW));
    request.getDictionaryBuilder().setStringTable(0, "cpu");
    assertThat(refusal(request)).startsWith("profiles-version: the first string");
    request = request(1, sample(NOW));
    request.getDictionaryBuilder().setStackTable(0, Stack.newBuilder().addLocationIndices(1));
    assertThat(refusal(request)).startsWith("profiles-version: the first stack");
  }

  @Test
  void anIndexBehindItsTableIsOfAnotherVersion() {
    assertThat(refusal(request(1, sample(NOW).setStackIndex(2))))
        .startsWith("profiles-version: stack 2 of 2");
    assertThat(refusal(request(1, sample(NOW).addAttributeIndices(-1))))
        .startsWith("profiles-version: attribute -1 of 3");
    assertThat(refusal(request(99, sample(NOW)))).startsWith("profiles-version: string 99 of 8");
  }

  @Test
  void pprofIsRefusedWithTheReason() {
    byte[] pprof = {0x0a, 0x04, 0x08, 0x01, 0x10, 0x02, 0x32, 0x00, 0x32, 0x03, 'c', 'p', 'u'};
    assertThat(refusal(pprof))
        .isEqualTo(
            "pprof samples have no times, so they cannot be matched to spans; send OTLP profiles");
  }

  @Test
  void jsonGivesTheSameSamplesAsProtobuf() throws Exception {
    String json =
        """
        {"resourceProfiles": [{"scopeProfiles": [{"scope": null, "profiles": [{
            "sampleType": {"typeStrindex": 1}, "period": "5000000", "profileId": "00ff",
            "unknown": {"a": [1, {}]},
            "samples": [{"stackIndex": 1, "attributeIndices": [1], "values": ["7"],
                "timestampsUnixNano": ["1795740642000000000", 1795740642000000001]}]}]}]}],
         "dictionary": {
            "stringTable": ["", "cpu", "process.pid", "work"],
            "functionTable": [{}, {"nameStrindex": 3}],
            "locationTable": [{}, {"lines": [{"functionIndex": 1}]}],
            "stackTable": [{}, {"locationIndices": [1]}],
            "attributeTable": [{}, {"keyStrindex": 2, "value": {"intValue": "42"}}]}}
        """;
    assertThat(ProfilesDecoder.decode(json.getBytes(UTF_8), OptionalLong.of(NOW)).samples())
        .extracting(each -> each.thread().pid(), StackSample::timeNanos, StackSample::frames)
        .containsExactly(tuple("42", NOW, List.of("work")), tuple("42", NOW + 1, List.of("work")));
  }

  @Test
  void whatIsNotJsonOfProfilesIsRefused() {
    for (String json :
        List.of("{", "{\"resourceProfiles\": 1}", "{\"dictionary\": {\"stringTable\": [{}]}}")) {
      assertThat(refusal(json.getBytes(UTF_8))).isNotEmpty();
    }
  }

  @Property(tries = 500)
  void noBytesMakeItFailOtherwise(@ForAll byte[] bytes, @ForAll int place) {
    decodeOrRefuse(bytes);
    byte[] record = request(1, sample(NOW)).build().toByteArray();
    record[Math.floorMod(place, record.length)] ^= (byte) (1 << (place & 7));
    decodeOrRefuse(record);
  }

  private static void decodeOrRefuse(byte[] record) {
    try {
      ProfilesDecoder.decode(record, OptionalLong.empty());
    } catch (MalformedRecordException e) {
      assertThat(e.reason()).isNotEmpty();
    }
  }
}
