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
      new Packing(out).write(samples);
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
      return new Unpacking(host, in).read(count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record Packing(
      DataOutput out,
      NumberedTable<SampledThread> threads,
      NumberedTable<List<String>> stacks,
      NumberedTable<String> names) {
    Packing(DataOutput out) {
      this(out, new NumberedTable<>(), new NumberedTable<>(), new NumberedTable<>());
    }

    void write(List<StackSample> samples) throws IOException {
      long time = 0;
      for (StackSample sample : samples) {
        if (threads.writeNumber(out, sample.thread())) {
          thread(sample.thread());
        }
        if (stacks.writeNumber(out, sample.frames())) {
          Varint.write(out, sample.frames().size());
          for (String frame : sample.frames()) {
            name(frame);
          }
        }
        Varint.writeSigned(out, sample.cpu());
        Varint.write(out, sample.kind().ordinal());
        Varint.writeSignedLong(out, sample.timeNanos() - time);
        Varint.writeSignedLong(out, sample.valueNanos());
        Varint.write(out, sample.periodNanos());
        time = sample.timeNanos();
      }
    }

    private void thread(SampledThread thread) throws IOException {
      name(thread.pid());
      name(thread.container());
      name(thread.executable());
      name(thread.name());
      name(thread.id());
    }

    private void name(String name) throws IOException {
      if (names.writeNumber(out, name)) {
        Text.write(out, name);
      }
    }
  }

  private record Unpacking(
      String host,
      DataInput in,
      NumberedTable<SampledThread> threads,
      NumberedTable<List<String>> stacks,
      NumberedTable<String> names) {
    private static final SampleKind[] KINDS = SampleKind.values();

    Unpacking(String host, DataInput in) {
      this(host, in, new NumberedTable<>(), new NumberedTable<>(), new NumberedTable<>());
    }

    List<StackSample> read(int count) throws IOException {
      List<StackSample> samples = new ArrayList<>(count);
      long time = 0;
      for (int i = 0; i < count; i++) {
        SampledThread thread = threads.read(in, more -> thread());
        List<String> frames = stacks.read(in, more -> frames());
        int cpu = Varint.readSigned(in);
        SampleKind kind = KINDS[Varint.readUpTo(in, KINDS.length - 1)];
        time += Varint.readSignedLong(in);
        long value = Varint.readSignedLong(in);
        samples.add(new StackSample(thread, cpu, kind, time, value, Varint.read(in), frames));
      }
      return samples;
    }

    private SampledThread thread() throws IOException {
      return new SampledThread(host, name(), name(), name(), name(), name());
    }

    private List<String> frames() throws IOException {
      int size = Varint.readUpTo(in, Integer.MAX_VALUE);
      List<String> frames = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        frames.add(name());
      }
      return List.copyOf(frames);
    }

    private String name() throws IOException {
      return names.read(in, Text::read);
    }
  }
}
