package io.tracemill.analysis.alert;

import static io.tracemill.analysis.alert.SlideSpec.GONE;
import static io.tracemill.analysis.alert.SlideSpec.SAME;
import static io.tracemill.analysis.alert.SlideSpec.SLIDE_MILLIS;
import static io.tracemill.analysis.alert.SlideSpec.WINDOW_SLIDES;
import static io.tracemill.analysis.alert.SlideSpec.by;
import static io.tracemill.analysis.alert.SlideSpec.end;
import static io.tracemill.analysis.alert.SlideSpec.own;
import static io.tracemill.analysis.alert.SlideSpec.place;
import static io.tracemill.analysis.alert.SlideSpec.slide;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What lies in savepoints of earlier versions. */
class JudgeVersionsTest {
  private static final String FIRING_IN_VERSION_ONE =
      "0101203261373263346362343063656337396463353164663563363562383332"
          + "61396300000101000473686f700109474554202f73686f700102010202646203"
          + "07474554202f6462cc083feccccccccccccd80dac4095a3feccccccccccccd80"
          + "e892260e3ff00000000000003e45798ee2308c3a3d719799812dea110e3ff000"
          + "00000000003f847ae147ae147b3d719799812dea11880e00000101020380dac4"
          + "098084af5f3feccccccccccccd011c7061796d656e7420736572766963652e76"
          + "657273696f6e203d2076323feccccccccccccd01000000000000000000000000"
          + "0000000101000000000000000000000000000000023e45798ee2308c3ab00964"
          + "80c2d72f80efb9348084af5f80def3683fa47ae147ae147b3fef0a3d70a3d70a"
          + "000001a0c4501de0000001a0c44e4920000001a0c452dd00000001a0c412c6c0"
          + "000001a0c449b540203237613239363139366434316366333963336266366634"
          + "3436616131353735380101010000000001203237613239363139366434316366"
          + "333963336266366634343661613135373538026462000001a0c4501de0000120"
          + "3261373263346362343063656337396463353164663563363562383332613963"
          + "0120323761323936313936643431636633396333626636663434366161313537"
          + "353800000001000001a0c4501de0000001a0c44d5ec0000001a0c451f2a00101"
          + "000264620107474554202f646280dac4098084af5f3feccccccccccccd010204"
          + "73686f700309474554202f73686f700120326137326334636234306365633739"
          + "6463353164663563363562383332613963000000000000038420326137326334"
          + "6362343063656337396463353164663563363562383332613963000001010004"
          + "73686f700109474554202f73686f70010201020264620307474554202f6462cc"
          + "083feccccccccccccd80dac4095a3feccccccccccccd80e892260e3ff0000000"
          + "0000003e45798ee2308c3a3d719799812dea110e3ff00000000000003f847ae1"
          + "47ae147b3d719799812dea11880e00000101020380dac4098084af5f3feccccc"
          + "cccccccd011c7061796d656e7420736572766963652e76657273696f6e203d20"
          + "76323feccccccccccccd01000000000000000000000000000000010100000000"
          + "0000000000000000000000023e45798ee2308c3ab0096480c2d72f80efb93480"
          + "84af5f80def3683fa47ae147ae147b3fef0a3d70a3d70a000001a0c4501de000"
          + "0001a0c44d5ec0000001a0c451f2a0000001a0c411dc60000001a0c448cae020"
          + "3237613239363139366434316366333963336266366634343661613135373538";

  private static final String FIRING_IN_VERSION_TWO =
      "0201203261373263346362343063656337396463353164663563363562383332"
          + "61396300000101000473686f700109474554202f73686f700102010202646203"
          + "07474554202f6462cc08c6093feccccccccccccd80dac4095a643feccccccccc"
          + "cccd80e892260e3ff00000000000003e45798ee2308c3a3d719799812dea110e"
          + "3ff00000000000003f847ae147ae147b3d719799812dea11880e000001010203"
          + "80dac4098084af5f3feccccccccccccd011c7061796d656e7420736572766963"
          + "652e76657273696f6e203d2076323feccccccccccccd01000000000000000000"
          + "0000000000000101000000000000000000000000000000023e45798ee2308c3a"
          + "b0096480c2d72f80efb9348084af5f80def3683fa47ae147ae147b3fef0a3d70"
          + "a3d70a000001a0c4501de0000001a0c44e4920000001a0c452dd00000001a0c4"
          + "12c6c0000001a0c449b540203237613239363139366434316366333963336266"
          + "3666343436616131353735380101010000000001203237613239363139366434"
          + "316366333963336266366634343661613135373538026462000001a0c4501de0"
          + "0001203261373263346362343063656337396463353164663563363562383332"
          + "6139630120323761323936313936643431636633396333626636663434366161"
          + "313537353800000001000001a0c4501de0000001a0c44d5ec0000001a0c451f2"
          + "a00101000264620107474554202f646280dac4098084af5f3feccccccccccccd"
          + "01020473686f700309474554202f73686f700120326137326334636234306365"
          + "6337396463353164663563363562383332613963000000000000038420326137"
          + "3263346362343063656337396463353164663563363562383332613963000001"
          + "01000473686f700109474554202f73686f70010201020264620307474554202f"
          + "6462cc08c6093feccccccccccccd80dac4095a643feccccccccccccd80e89226"
          + "0e3ff00000000000003e45798ee2308c3a3d719799812dea110e3ff000000000"
          + "00003f847ae147ae147b3d719799812dea11880e00000101020380dac4098084"
          + "af5f3feccccccccccccd011c7061796d656e7420736572766963652e76657273"
          + "696f6e203d2076323feccccccccccccd01000000000000000000000000000000"
          + "0101000000000000000000000000000000023e45798ee2308c3ab0096480c2d7"
          + "2f80efb9348084af5f80def3683fa47ae147ae147b3fef0a3d70a3d70a000001"
          + "a0c4501de0000001a0c44d5ec0000001a0c451f2a0000001a0c411dc60000001"
          + "a0c448cae0203237613239363139366434316366333963336266366634343661"
          + "613135373538";

  @ParameterizedTest
  @ValueSource(strings = {FIRING_IN_VERSION_ONE, FIRING_IN_VERSION_TWO})
  void whatAnEarlierVersionWroteGoesOn(String written) throws IOException {
    Court court = new Court();
    court.hearsTimes(3, slowDatabase());
    Court restored = new Court();
    restored.hearsTimes(3, slowDatabase());
    restored.restore(HexFormat.of().parseHex(written));

    assertThat(restored.judge().firing()).isEqualTo(1);
    assertThat(restored.hears(slowDatabase()).alerts().get(0).earliestMillis())
        .as("a slide too early, since it was not kept")
        .isEqualTo(end(0) - WINDOW_SLIDES * SLIDE_MILLIS);
    court.hears(slowDatabase());
    SlideSpec healthy = slide("shop").tests(place("db"), GONE, GONE);
    assertThat(restored.hearsTimes(2, healthy))
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes(".*earliestMillis")
        .isEqualTo(court.hearsTimes(2, healthy));
  }

  private static SlideSpec slowDatabase() {
    return slide("shop").finds(place("db"), SAME, 900, by(own("db"), 90));
  }

  @Test
  void aVersionThatIsNotKnownIsRefused() {
    assertThatThrownBy(() -> new Court().restore(new byte[] {99}))
        .hasMessageContaining("version 99 of a judge is not known");
  }
}
