package io.tracemill.console.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.store.engine.QueryException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AnswerCacheTest {
  private final AtomicLong now = new AtomicLong();
  private final AtomicInteger asked = new AtomicInteger();
  private final AnswerCache cache = new AnswerCache(() -> Instant.ofEpochMilli(now.get()));

  private static AnswerCache.Key key(String parameter) {
    return new AnswerCache.Key("store/past", ShopStore.query(parameter));
  }

  private String get(String parameter) throws ExecutionException {
    return cache.get(key(parameter), () -> "answer " + asked.incrementAndGet());
  }

  @Test
  void anAnswerIsKeptForThirtySeconds() throws ExecutionException {
    assertThat(get("ago=1h")).isEqualTo("answer 1");
    now.set(29_999);
    assertThat(get("ago=1h")).isEqualTo("answer 1");
    now.set(30_000);
    assertThat(get("ago=1h")).isEqualTo("answer 2");
  }

  @Test
  void otherParametersHaveAnotherAnswer() throws ExecutionException {
    assertThat(get("ago=1h")).isEqualTo("answer 1");
    assertThat(get("ago=1d")).isEqualTo("answer 2");
  }

  @Test
  void theLeastRecentlyUsedIsDropped() throws ExecutionException {
    for (int i = 0; i < 256; i++) {
      get("ago=" + i);
    }
    assertThat(get("ago=0")).isEqualTo("answer 1");
    get("ago=256");
    assertThat(get("ago=0")).isEqualTo("answer 1");
    assertThat(get("ago=1")).isEqualTo("answer 258");
  }

  @Test
  void allAnswersTogetherAreBounded() throws ExecutionException {
    String large = "x".repeat(9_000_000);
    cache.get(key("large=1"), () -> large);
    get("small=1");
    cache.get(key("large=2"), () -> large);
    assertThat(cache.get(key("large=1"), () -> "asked again")).isEqualTo("asked again");
    assertThat(get("small=1")).isEqualTo("answer 1");
    cache.get(key("huge=1"), () -> "x".repeat(17_000_000));
    assertThat(cache.get(key("huge=1"), () -> "not kept")).isEqualTo("not kept");
  }

  @Test
  void aFailureIsNotKept() throws ExecutionException {
    assertThatThrownBy(
            () ->
                cache.get(
                    key("ago=1h"),
                    () -> {
                      throw new QueryException("none");
                    }))
        .hasCauseInstanceOf(QueryException.class);
    assertThat(get("ago=1h")).isEqualTo("answer 1");
  }

  @Test
  void equalQuestionsOfOneMomentAreAskedOnce() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    ExecutorService pages = Executors.newCachedThreadPool();
    try {
      List<Future<String>> answers = new ArrayList<>();
      answers.add(
          pages.submit(
              () ->
                  cache.get(
                      key("ago=1h"),
                      () -> {
                        running.countDown();
                        mayEnd.await();
                        return "answer " + asked.incrementAndGet();
                      })));
      running.await();
      for (int i = 0; i < 10; i++) {
        answers.add(pages.submit(() -> get("ago=1h")));
      }
      mayEnd.countDown();
      for (Future<String> answer : answers) {
        assertThat(answer.get()).isEqualTo("answer 1");
      }
    } finally {
      pages.shutdownNow();
    }
  }
}
