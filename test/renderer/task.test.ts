import { describe, expect, test } from 'vitest';
import { Ask, Newest, Task } from '../../src-renderer/shared/task.svelte.ts';
import { failWith, makeApi } from './double.ts';

/** Questions of a screen, whose answers come when the test says. */
function askTwice(newest: Newest) {
  const late = Promise.withResolvers<string>();
  const first = newest.run(() => late.promise);
  const second = newest.run(() => Promise.resolve('b'));
  return { late, first, second };
}

describe('a question that is asked again', () => {
  test('ends the one before, whose late answer is dropped', async () => {
    const newest = new Newest();
    const { late, first, second } = askTwice(newest);
    expect([await second, newest.isBusy]).toEqual(['b', false]);
    late.resolve('a');
    expect(await first).toBeUndefined();
  });

  test('drops the late failure of the one before', async () => {
    const newest = new Newest();
    const { late, first, second } = askTwice(newest);
    await second;
    late.reject(new Error('late'));
    expect([await first, newest.failure]).toEqual([undefined, undefined]);
  });

  test('stays busy while the one before ends', async () => {
    const newest = new Newest();
    const first = newest.run(() => Promise.resolve('a'));
    const second = Promise.withResolvers<string>();
    void newest.run(() => second.promise);
    await first;
    expect(newest.isBusy).toBe(true);
    newest.stop();
    expect(newest.isBusy).toBe(false);
  });

  test('forgets why it failed before', async () => {
    const newest = new Newest();
    await newest.run(async () => failWith('DISCO_LLENO'));
    expect([newest.failure?.code, newest.isBusy]).toEqual(['DISCO_LLENO', false]);
    await newest.run(() => Promise.resolve('b'));
    expect(newest.failure).toBeUndefined();
  });

  test('is dropped once its screen closed', async () => {
    const life = new AbortController();
    const newest = new Newest();
    const asked = newest.run(() => Promise.resolve('a'), life.signal);
    life.abort();
    expect(await asked).toBeUndefined();
  });
});

test('a document stays while it is asked for again, and when that fails', async () => {
  class Numbers extends Ask<number> {
    read = (answer: () => Promise<number>) => this.ask(answer);
  }
  const numbers = new Numbers(makeApi({}));
  await numbers.read(() => Promise.resolve(1));
  const again = numbers.read(async () => failWith('EN_USO'));
  expect(numbers.document).toBe(1);
  await again;
  expect([numbers.document, numbers.failure?.code]).toEqual([1, 'EN_USO']);
});

test('a task is one at a time, and says why it did not end', async () => {
  const task = new Task();
  const wait = Promise.withResolvers<number>();
  const first = task.run(() => wait.promise);
  expect(task.isBusy).toBe(true);
  expect(await task.run(() => Promise.resolve(2))).toBeUndefined();
  wait.resolve(1);
  expect(await first).toBe(1);
  expect(await task.run(async () => failWith('COPIA_DANADA'))).toBeUndefined();
  expect(task.failure?.code).toBe('COPIA_DANADA');
  expect(task.isBusy).toBe(false);
});
