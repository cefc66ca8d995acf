import { describe, expect, test } from 'vitest';
import type { Clock } from '#domain/clock.ts';
import { createSessions } from '#hosts/loopback/guards.ts';

/** A clock that only what the sessions read of it: the one that never goes back. */
function makeClock() {
  let ms = 0;
  const clock: Clock = {
    now: () => ms,
    monotonic: () => ms,
    sleep: () => Promise.resolve(),
    timeout: () => new AbortController().signal,
  };
  return {
    clock,
    advance: (by: number) => {
      ms += by;
    },
  };
}

describe('the one-time token', () => {
  test('waits two minutes for the browser, not more', () => {
    const { clock, advance } = makeClock();
    const [early, late] = [createSessions(clock), createSessions(clock)];
    const [soon, afterwards] = [early.token(), late.token()];
    advance(120_000);
    expect(early.enter(soon)).toBeDefined();
    advance(1);
    expect(late.enter(afterwards)).toBeUndefined();
  });

  test('is the latest: one that was made before it lets nobody in', () => {
    const sessions = createSessions(makeClock().clock);
    const before = sessions.token();
    const token = sessions.token();
    expect(sessions.enter(before)).toBeUndefined();
    expect(sessions.enter(token)).toBeDefined();
    expect(sessions.enter(token)).toBeUndefined();
  });

  test('has 256 bits', () => {
    const { clock } = makeClock();
    expect(Buffer.from(createSessions(clock).token(), 'base64url')).toHaveLength(32);
  });
});

test('one tab is in at a time, with its cookie and its secret together', () => {
  const sessions = createSessions(makeClock().clock);
  const first = sessions.enter(sessions.token());
  const last = sessions.enter(sessions.token());
  expect(sessions.admits([first?.cookie ?? ''], first?.secreto)).toBe(false);
  expect(sessions.admits([first?.cookie ?? ''], last?.secreto)).toBe(false);
  expect(sessions.admits([last?.cookie ?? ''], first?.secreto)).toBe(false);
  expect(sessions.admits(['inventada', last?.cookie ?? ''], last?.secreto)).toBe(true);
  expect(sessions.admits([last?.cookie ?? ''], undefined)).toBe(false);
  expect(createSessions(makeClock().clock).admits([''], '')).toBe(false);
});
