package io.tracemill.connectors.profiles;

import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ResourceProfiles;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import io.tracemill.analysis.stack.LocalSpans;
import io.tracemill.analysis.stack.SampleKind;
import io.tracemill.analysis.stack.SampledThread;
import io.tracemill.analysis.stack.StackSample;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the samples of one request. */
final class ProfilesReader {
  private static final long MAX_DISTANCE_NANOS = Duration.ofHours(1).toNanos();

  /** Off-CPU profiles of events have no period. */
  private static final long WAIT_PERIOD_NANOS = 10_000_000;

  private final ExportProfilesServiceRequest request;
  private final long earliest;
  private final long latest;
  private final ProfileDictionary dictionary;
  private final List<StackSample> samples = new ArrayList<>();
  private long unstitchable;
  private long outOfTime;

  ProfilesReader(ExportProfilesServiceRequest request, OptionalLong recordNanos)
      throws MalformedRecordException {
    this.request = request;
    earliest = recordNanos.isEmpty() ? 0 : recordNanos.getAsLong() - MAX_DISTANCE_NANOS;
    latest = recordNanos.isEmpty() ? Long.MAX_VALUE : recordNanos.getAsLong() + MAX_DISTANCE_NANOS;
    dictionary = new ProfileDictionary(request.getDictionary());
  }

  ProfilesDecoder.Decoded read() throws MalformedRecordException {
    for (ResourceProfiles resource : request.getResourceProfilesList()) {
      Map<String, String> attributes = new HashMap<>();
      dictionary.addResource(attributes, resource.getResource().getAttributesList());
      for (ScopeProfiles scope : resource.getScopeProfilesList()) {
        for (Profile profile : scope.getProfilesList()) {
          read(profile, attributes);
        }
      }
    }
    return new ProfilesDecoder.Decoded(samples, unstitchable, outOfTime);
  }

  private void read(Profile profile, Map<String, String> resource) throws MalformedRecordException {
    Map<String, String> attributes = new HashMap<>(resource);
    dictionary.addTo(attributes, profile.getAttributeIndicesList());
    Optional<SampleKind> kind = kind(profile);
    for (Sample sample : profile.getSamplesList()) {
      Map<String, String> own = new HashMap<>(attributes);
      dictionary.addTo(own, sample.getAttributeIndicesList());
      List<String> stack = dictionary.stack(sample.getStackIndex());
      if (kind.isEmpty() || sample.getTimestampsUnixNanoCount() == 0) {
        unstitchable += Math.max(1, sample.getValuesCount());
      } else {
        add(sample, kind.get(), period(profile), own, stack);
      }
    }
  }

  /** What the profile samples; {@code samples} is how the eBPF profiler calls those on a CPU. */
  private Optional<SampleKind> kind(Profile profile) throws MalformedRecordException {
    return switch (dictionary.string(profile.getSampleType().getTypeStrindex())) {
      case "cpu", "samples" ->
          profile.getPeriod() > 0 ? Optional.of(SampleKind.CPU) : Optional.empty();
      case "off_cpu" -> Optional.of(SampleKind.WAIT);
      default -> Optional.empty();
    };
  }

  private static long period(Profile profile) {
    return profile.getPeriod() > 0 ? profile.getPeriod() : WAIT_PERIOD_NANOS;
  }

  private void add(
      Sample sample,
      SampleKind kind,
      long period,
      Map<String, String> attributes,
      List<String> stack) {
    SampledThread thread = thread(attributes);
    int cpu = cpu(attributes.getOrDefault("cpu.logical_number", ""));
    int times = sample.getTimestampsUnixNanoCount();
    boolean valued = sample.getValuesCount() == times;
    for (int i = 0; i < times; i++) {
      long time = sample.getTimestampsUnixNano(i);
      if (time < earliest || time > latest) {
        outOfTime++;
      } else {
        long value = valued ? sample.getValues(i) : period;
        samples.add(new StackSample(thread, cpu, kind, time, value, period, stack));
      }
    }
  }

  private static SampledThread thread(Map<String, String> attributes) {
    return new SampledThread(
        LocalSpans.hostOf(attributes),
        attributes.getOrDefault("process.pid", ""),
        attributes.getOrDefault("container.id", ""),
        attributes.getOrDefault("process.executable.name", ""),
        attributes.getOrDefault("thread.name", ""),
        attributes.getOrDefault("thread.id", ""));
  }

  private static int cpu(String number) {
    try {
      return Integer.parseUnsignedInt(number);
    } catch (NumberFormatException e) {
      return StackSample.NO_CPU;
    }
  }
}
