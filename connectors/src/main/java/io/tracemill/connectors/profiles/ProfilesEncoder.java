package io.tracemill.connectors.profiles;

import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ResourceProfiles;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import io.opentelemetry.proto.profiles.v1development.ValueType;
import io.opentelemetry.proto.resource.v1.Resource;
import io.tracemill.analysis.stack.SampleKind;
import io.tracemill.analysis.stack.StackSample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes stack samples as OTLP profiles: a request for ten seconds or {@value #MOST} samples. */
public final class ProfilesEncoder {
  private static final int MOST = 2_000;
  private static final long SPAN_NANOS = Duration.ofSeconds(10).toNanos();

  private ProfilesEncoder() {}

  /** The requests of samples, in the order of their times. */
  public static List<ExportProfilesServiceRequest> encode(Collection<StackSample> samples) {
    List<ExportProfilesServiceRequest> requests = new ArrayList<>();
    List<StackSample> part = new ArrayList<>();
    List<StackSample> sorted =
        samples.stream().sorted(Comparator.comparingLong(StackSample::timeNanos)).toList();
    for (StackSample sample : sorted) {
      if (!part.isEmpty() && (part.size() == MOST || isLater(sample, part.get(0)))) {
        requests.add(request(part));
        part.clear();
      }
      part.add(sample);
    }
    if (!part.isEmpty()) {
      requests.add(request(part));
    }
    return requests;
  }

  private static boolean isLater(StackSample sample, StackSample first) {
    return sample.timeNanos() / SPAN_NANOS != first.timeNanos() / SPAN_NANOS;
  }

  /** What the samples of a profile share. */
  private record Series(String host, SampleKind kind, long periodNanos) {
    static Series of(StackSample sample) {
      return new Series(sample.thread().host(), sample.kind(), sample.periodNanos());
    }
  }

  private static ExportProfilesServiceRequest request(List<StackSample> samples) {
    DictionaryBuilder dictionary = new DictionaryBuilder();
    Map<Series, List<StackSample>> profiles = new LinkedHashMap<>();
    for (StackSample sample : samples) {
      profiles.computeIfAbsent(Series.of(sample), series -> new ArrayList<>()).add(sample);
    }
    ExportProfilesServiceRequest.Builder request = ExportProfilesServiceRequest.newBuilder();
    profiles.forEach((series, of) -> request.addResourceProfiles(resource(series, of, dictionary)));
    return request.setDictionary(dictionary.build()).build();
  }

  private static ResourceProfiles resource(
      Series series, List<StackSample> samples, DictionaryBuilder dictionary) {
    KeyValue host =
        KeyValue.newBuilder()
            .setKey("host.name")
            .setValue(AnyValue.newBuilder().setStringValue(series.host()))
            .build();
    return ResourceProfiles.newBuilder()
        .setResource(Resource.newBuilder().addAttributes(host))
        .addScopeProfiles(
            ScopeProfiles.newBuilder().addProfiles(profile(series, samples, dictionary)))
        .build();
  }

  private static Profile profile(
      Series series, List<StackSample> samples, DictionaryBuilder dictionary) {
    long first = samples.get(0).timeNanos();
    ValueType type =
        ValueType.newBuilder()
            .setTypeStrindex(dictionary.string(series.kind() == SampleKind.CPU ? "cpu" : "off_cpu"))
            .setUnitStrindex(dictionary.string("nanoseconds"))
            .build();
    Map<StackSample, Sample.Builder> byStack = new LinkedHashMap<>();
    for (StackSample sample : samples) {
      byStack
          .computeIfAbsent(untimed(sample), same -> dictionary.sample(sample))
          .addTimestampsUnixNano(sample.timeNanos())
          .addValues(sample.valueNanos());
    }
    Profile.Builder profile =
        Profile.newBuilder()
            .setSampleType(type)
            .setPeriodType(type)
            .setPeriod(series.periodNanos())
            .setTimeUnixNano(first)
            .setDurationNano(samples.get(samples.size() - 1).timeNanos() - first + 1);
    byStack.values().forEach(profile::addSamples);
    return profile.build();
  }

  /** Samples that differ only in time and value become one, with several times. */
  private static StackSample untimed(StackSample sample) {
    return new StackSample(
        sample.thread(), sample.cpu(), sample.kind(), 0, 0, sample.periodNanos(), sample.frames());
  }
}
