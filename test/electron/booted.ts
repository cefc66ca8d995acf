import { EventEmitter } from 'node:events';
import { onTestFinished } from 'vitest';
import type { Answer } from '#contract/bridge.ts';
import { createApp } from '#app/compose/index.ts';
import { startWindow } from '#hosts/electron/boot.ts';
import { CANAL } from '#hosts/electron/bridge.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createTemporaryFolder } from '../platform/temporary-folder.ts';
import { createFakeElectron } from './fake-electron.ts';

export type Dispatch = ReturnType<typeof createApp>['dispatch'];

export async function start(
  createAppHere: typeof createApp = createApp,
  before?: (app: { isOnly: boolean }, fake: ReturnType<typeof createFakeElectron>) => void,
  env: Readonly<Record<string, string>> | ((home: string) => Readonly<Record<string, string>>) = {},
  args: readonly string[] = [],
) {
  const home = createTemporaryFolder();
  const fake = createFakeElectron();
  before?.(fake.app, fake);
  const ownProcess = Object.assign(new EventEmitter(), {
    platform: 'linux',
    argv: ['/programa/conciliador', ...args],
    cwd: () => home,
    umask: (mask: number) => fake.app.facts.push(`umask ${mask.toString(8)}`),
  });
  let opened = 0;
  const started = startWindow({
    electron: fake.electron,
    env: { CONCILIADOR_HOME: home, ...(typeof env === 'function' ? env(home) : env) },
    ownProcess: ownProcess as never,
    clock: systemClock,
    createApp: createAppHere,
    onOpened: () => (opened += 1),
  });
  const earlier = [...fake.app.facts];
  fake.app.ready.resolve(undefined);
  await started;
  const [window] = fake.windows;
  const send = async (message: unknown): Promise<unknown> => {
    const page = window?.webContents;
    return fake.channels.get(CANAL)?.({ sender: page, senderFrame: page?.mainFrame } as never, message);
  };
  let calls = 0;
  const call = async (method: string, input: unknown): Promise<Answer<unknown>> => {
    calls += 1;
    const message = { tipo: 'llamar', llamada: `c${String(calls)}`, metodo: method, entrada: input };
    return (await send(message)) as Answer<unknown>;
  };
  const end = async (): Promise<void> => {
    if (fake.app.facts.includes('fin')) return;
    const ended = Promise.withResolvers<undefined>();
    fake.app.facts.push = (...all: string[]) => {
      if (all.includes('fin')) ended.resolve(undefined);
      return Array.prototype.push.apply(fake.app.facts, all);
    };
    fake.app.quit();
    await ended.promise;
  };
  onTestFinished(end);
  return { ...fake, home, ownProcess, antes: earlier, ventana: window, send, call, end, opened: () => opened };
}
