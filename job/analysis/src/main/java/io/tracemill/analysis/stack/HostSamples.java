package io.tracemill.analysis.stack;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.varint.NumberedTable;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Samples of one host, packed: threads and stacks once, then about 8 bytes a sample.
 *
 * @param timeMillis when the last one was taken, milliseconds since the epoch
 * @param count the number of samples
 * @param unstitchable samples that came with them, but have no time
 * @param packed not copied, and must not change
 */
public record HostSamples(String host, long timeMillis, int count, long unstitchable, byte[] packed)
    implements HostPart {
  public HostSamples {
    requireNonNull(host, "host");
    requireNonNull(packed, "packed");
  }

  /** Packs samples of a host. */
  public static HostSamples of(String host, List<StackSample> samples, long unstitchable) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      new Packing().write(out, samples);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    long last = samples.stream().mapToLong(StackSample::timeNanos).max().orElse(0);
    return new HostSamples(
        host,
        TimeUnit.NANOSECONDS.toMillis(last),
        samples.size(),
        unstitchable,
        bytes.toByteArray());
  }

  /** The samples. */
  public List<StackSample> samples() {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(packed))) {
      return new Packing().read(in, host, count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Numbers threads, stacks and names where they come first; one instance writes or reads. */
  private static final class Packing {
    private static final SampleKind[] KINDS = SampleKind.values();

    private final NumberedTable<SampledThread> threads = new NumberedTable<>();
    private final NumberedTable<List<String>> stacks = new NumberedTable<>();
    private final NumberedTable<String> names = new NumberedTable<>();

    void write(DataOutput out, List<StackSample> samples) throws IOException {
      long time = 0;
      for (StackSample sample : samples) {
        SampledThread thread = sample.thread();
        if (threads.writeNumber(out, thread)) {
          write(
              out,
              thread.pid(),
              thread.container(),
              thread.executable(),
              thread.name(),
              thread.id());
        }
        if (stacks.writeNumber(out, sample.frames())) {
          Varint.write(out, sample.frames().size());
          write(out, sample.frames().toArray(String[]::new));
        }
        Varint.writeSigned(out, sample.cpu());
        Varint.write(out, sample.kind().ordinal());
        Varint.writeSignedLong(out, sample.timeNanos() - time);
        Varint.writeSignedLong(out, sample.valueNanos());
        Varint.write(out, sample.periodNanos());
        time = sample.timeNanos();
      }
    }

    private void write(DataOutput out, String... texts) throws IOException {
      for (String text : texts) {
        if (names.writeNumber(out, text)) {
          Text.write(out, text);
        }
      }
    }

    List<StackSample> read(DataInput in, String host, int count) throws IOException {
      List<StackSample> samples = new ArrayList<>(count);
      long time = 0;
      for (int i = 0; i < count; i++) {
        SampledThread thread =
            threads.read(
                in,
                more -> new SampledThread(host, name(in), name(in), name(in), name(in), name(in)));
        List<String> frames = stacks.read(in, more -> frames(in));
        int cpu = Varint.readSigned(in);
        SampleKind kind = KINDS[Varint.readUpTo(in, KINDS.length - 1)];
        time += Varint.readSignedLong(in);
        long value = Varint.readSignedLong(in);
        samples.add(new StackSample(thread, cpu, kind, time, value, Varint.read(in), frames));
      }
      return samples;
    }

    private List<String> frames(DataInput in) throws IOException {
      List<String> frames = new ArrayList<>();
      for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
        frames.add(name(in));
      }
      return List.copyOf(frames);
    }

    private String name(DataInput in) throws IOException {
      return names.read(in, Text::read);
    }
  }
}
