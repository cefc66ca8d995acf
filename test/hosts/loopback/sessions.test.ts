import { describe, expect, test } from 'vitest';
import type { Clock } from '#domain/clock.ts';
import { createSessions } from '#hosts/loopback/sessions.ts';

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
    const sessions = createSessions(clock);
    const [early, late] = [sessions.token(), sessions.token()];
    advance(120_000);
    expect(sessions.enter(early, [])).toBeDefined();
    advance(1);
    expect(sessions.enter(late, [])).toBeUndefined();
  });

  test('has 256 bits', () => {
    const { clock } = makeClock();
    expect(Buffer.from(createSessions(clock).token(), 'base64url')).toHaveLength(32);
  });
});

describe('a session', () => {
  test('keeps its latest tabs: the oldest of too many is shut out', () => {
    const { clock } = makeClock();
    const sessions = createSessions(clock);
    const first = sessions.enter(sessions.token(), []);
    let last = first;
    for (let tab = 0; tab < 32; tab++) last = sessions.enter(sessions.token(), [first?.cookie ?? '']);
    expect(sessions.tab([first?.cookie ?? ''], first?.secreto)).toBeUndefined();
    expect(sessions.tab([last?.cookie ?? ''], last?.secreto)).toBeDefined();
  });

  test('an old cookie that is not ours begins a new one', () => {
    const { clock } = makeClock();
    const sessions = createSessions(clock);
    const input = sessions.enter(sessions.token(), ['inventada']);
    expect(input?.cookie).not.toBe('inventada');
  });
});
