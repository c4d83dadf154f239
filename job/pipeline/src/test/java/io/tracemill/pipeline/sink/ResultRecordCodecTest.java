package io.tracemill.pipeline.sink;

import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.CodecContract;
import java.util.List;
import java.util.Map;

class ResultRecordCodecTest extends CodecContract<ResultRecord> {
  ResultRecordCodecTest() {
    super(
        new ResultRecordCodec(),
        1,
        Map.of(
            "0400000001010000000202030000000000000005000000010001680000000109",
            new ResultRecord(
                ResultStream.DEAD_LETTERS,
                new byte[] {1},
                new byte[] {2, 3},
                5,
                List.of(new ResultRecord.Header("h", new byte[] {9}))),
            "050000000000000000000000000000000000000000",
            new ResultRecord(ResultStream.MUTATIONS, new byte[0], new byte[0], 0),
            "000000000000000000000000000000000000000000",
            new ResultRecord(ResultStream.TRACES, new byte[0], new byte[0], 0)));
  }
}
