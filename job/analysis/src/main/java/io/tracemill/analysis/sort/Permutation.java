package io.tracemill.analysis.sort;

import java.util.random.RandomGenerator;

/** Random orders, by the method of Fisher and Yates. */
public final class Permutation {
  private Permutation() {}

  /** The numbers of a range, in order. */
  public static int[] range(int from, int to) {
    int[] numbers = new int[to - from];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = from + i;
    }
    return numbers;
  }

  /** Puts one of the numbers from {@code at} on at this place. */
  public static void draw(int[] numbers, int at, RandomGenerator random) {
    int other = random.nextInt(at, numbers.length);
    int drawn = numbers[other];
    numbers[other] = numbers[at];
    numbers[at] = drawn;
  }

  /** The numbers from 0 to {@code size} in random order. */
  public static int[] of(int size, RandomGenerator random) {
    int[] numbers = range(0, size);
    for (int i = 0; i < size; i++) {
      draw(numbers, i, random);
    }
    return numbers;
  }
}
