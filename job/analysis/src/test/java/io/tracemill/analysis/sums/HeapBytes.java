package io.tracemill.analysis.sums;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * What an object and all that it holds take on the heap of a 64-bit JVM with compressed pointers:
 * 12 bytes of header (16 of an array), 4 a reference, everything aligned to 8. Classes and
 * constants of enums are everybody's, and do not count.
 */
public final class HeapBytes {
  private static final int HEADER = 12;
  private static final int ARRAY_HEADER = 16;
  private static final int REFERENCE = 4;
  private static final int ALIGNMENT = 8;

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> open = new ArrayDeque<>();

  private final Set<Class<?>> others;

  private HeapBytes(Set<Class<?>> others) {
    this.others = others;
  }

  /**
   * The bytes of an object and of all objects that it refers to.
   *
   * @param others classes whose instances other objects own, so they do not count
   */
  public static long of(Object root, Class<?>... others) throws IllegalAccessException {
    HeapBytes walk = new HeapBytes(Set.of(others));
    walk.found(root);
    long bytes = 0;
    while (!walk.open.isEmpty()) {
      Object next = walk.open.pop();
      bytes += next.getClass().isArray() ? walk.array(next) : walk.object(next);
    }
    return bytes;
  }

  private void found(Object value) {
    if (value != null
        && !(value instanceof Enum)
        && !(value instanceof Class)
        && !others.contains(value.getClass())
        && seen.add(value)) {
      open.push(value);
    }
  }

  private long array(Object array) {
    Class<?> of = array.getClass().getComponentType();
    int length = Array.getLength(array);
    if (!of.isPrimitive()) {
      for (int i = 0; i < length; i++) {
        found(Array.get(array, i));
      }
    }
    return aligned(ARRAY_HEADER + (long) length * bytes(of));
  }

  private long object(Object object) throws IllegalAccessException {
    long bytes = HEADER;
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          bytes += bytes(field.getType());
          if (!field.getType().isPrimitive()) {
            field.setAccessible(true);
            found(field.get(object));
          }
        }
      }
    }
    return aligned(bytes);
  }

  private static int bytes(Class<?> type) {
    if (!type.isPrimitive()) {
      return REFERENCE;
    }
    if (type == long.class || type == double.class) {
      return Long.BYTES;
    }
    if (type == int.class || type == float.class) {
      return Integer.BYTES;
    }
    return type == short.class || type == char.class ? Short.BYTES : 1;
  }

  private static long aligned(long bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
}
