package io.tracemill.pipeline.sink;

import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.CodecContract;
import java.util.List;

class ResultRecordCodecTest extends CodecContract<ResultRecord> {
  ResultRecordCodecTest() {
    super(
        new ResultRecordCodec(),
        List.of(
            new ResultRecord(
                ResultStream.DEAD_LETTERS,
                new byte[] {1},
                new byte[] {2, 3},
                5,
                List.of(new ResultRecord.Header("h", new byte[] {9}))),
            new ResultRecord(ResultStream.MUTATIONS, new byte[0], new byte[0], 0),
            new ResultRecord(ResultStream.TRACES, new byte[0], new byte[0], 0)));
  }
}
