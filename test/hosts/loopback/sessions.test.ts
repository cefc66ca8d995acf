import { describe, expect, test } from 'vitest';
import { createSessions } from '#hosts/loopback/guards.ts';
import { createTestClock } from '../../service/fixtures.ts';

describe('the one-time token', () => {
  test('waits two minutes for the browser, not more', () => {
    const clock = createTestClock();
    const [early, late] = [createSessions(clock), createSessions(clock)];
    const [soon, afterwards] = [early.token(), late.token()];
    clock.advance(120_000);
    expect(early.enter(soon)).toBeDefined();
    clock.advance(1);
    expect(late.enter(afterwards)).toBeUndefined();
  });

  test('is the latest: one that was made before it lets nobody in', () => {
    const sessions = createSessions(createTestClock());
    const before = sessions.token();
    const token = sessions.token();
    expect(sessions.enter(before)).toBeUndefined();
    expect(sessions.enter(token)).toBeDefined();
    expect(sessions.enter(token)).toBeUndefined();
  });
});

test('one tab is in at a time, with its cookie and its secret together', () => {
  const sessions = createSessions(createTestClock());
  const first = sessions.enter(sessions.token());
  const last = sessions.enter(sessions.token());
  expect(sessions.admits([first?.cookie ?? ''], first?.secreto)).toBe(false);
  expect(sessions.admits([first?.cookie ?? ''], last?.secreto)).toBe(false);
  expect(sessions.admits([last?.cookie ?? ''], first?.secreto)).toBe(false);
  expect(sessions.admits(['inventada', last?.cookie ?? ''], last?.secreto)).toBe(true);
  expect(sessions.admits([last?.cookie ?? ''], undefined)).toBe(false);
  expect(createSessions(createTestClock()).admits([''], '')).toBe(false);
});
