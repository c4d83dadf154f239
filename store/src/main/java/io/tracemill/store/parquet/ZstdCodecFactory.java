package io.tracemill.store.parquet;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Zstandard for Parquet without Hadoop's codecs, whose configuration needs all of Hadoop. */
final class ZstdCodecFactory implements CompressionCodecFactory {
  /** Higher levels take more time, but do not shrink times, which are most of the bytes. */
  private static final int LEVEL = 1;

  private final List<Runnable> given = new ArrayList<>();

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    Compressor compressor = new Compressor();
    given.add(compressor::release);
    return compressor;
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    if (codec != CompressionCodecName.ZSTD) {
      throw new IllegalArgumentException(codec + " is not a codec of the store");
    }
    Decompressor decompressor = new Decompressor();
    given.add(decompressor::release);
    return decompressor;
  }

  /** Releases all codecs that it created. */
  @Override
  public void release() {
    given.forEach(Runnable::run);
    given.clear();
  }

  private static final class Compressor implements BytesInputCompressor {
    private final ZstdCompressCtx zstd = new ZstdCompressCtx().setLevel(LEVEL);

    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      return BytesInput.from(zstd.compress(array(bytes)));
    }

    @Override
    public CompressionCodecName getCodecName() {
      return CompressionCodecName.ZSTD;
    }

    @Override
    public void release() {
      zstd.close();
    }
  }

  private static final class Decompressor implements BytesInputDecompressor {
    private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();

    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
      return BytesInput.from(zstd.decompress(array(bytes), size));
    }

    @Override
    public void decompress(
        ByteBuffer compressed, int compressedSize, ByteBuffer decompressed, int size) {
      byte[] from = new byte[compressedSize];
      compressed.get(from);
      decompressed.put(zstd.decompress(from, size));
    }

    @Override
    public void release() {
      zstd.close();
    }
  }

  private static byte[] array(BytesInput bytes) throws IOException {
    return bytes.toInputStream().readAllBytes();
  }
}
