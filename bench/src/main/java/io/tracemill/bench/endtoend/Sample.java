package io.tracemill.bench.endtoend;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * What had been read and spent at one moment.
 *
 * @param nanos {@link System#nanoTime}
 * @param jobCpuNanos of the job's process
 * @param gcMillis that collectors report, those of threads beside the job's included
 */
record Sample(long nanos, long records, long jobCpuNanos, long brokerCpuNanos, long gcMillis) {

  static Sample now(ProcessHandle broker) {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new Sample(
        System.nanoTime(),
        CountRecords.READ.sum(),
        system.getProcessCpuTime(),
        broker.info().totalCpuDuration().map(Duration::toNanos).orElse(0L),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum());
  }
}
