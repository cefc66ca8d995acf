import { mkdtemp, rm } from 'node:fs/promises';
import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Answer } from '#contract/answer.ts';
import { createApp } from '#app/compose/index.ts';
import { arrancar } from '#hosts/electron/arrancar.ts';
import { CANAL } from '#hosts/electron/mensajes.ts';
import { systemClock } from '#platform/system-clock.ts';
import { crearElectronFalso } from './electron-falso.ts';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'arranque-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

export type Dispatch = ReturnType<typeof createApp>['dispatch'];

/** The application started as in Electron, with what a test sees and says. */
export async function start(crearApp: typeof createApp = createApp, before?: (app: { esLaUnica: boolean }) => void) {
  const falso = crearElectronFalso();
  before?.(falso.app);
  const proceso = Object.assign(new EventEmitter(), {
    platform: 'linux',
    umask: (mask: number) => falso.app.hechos.push(`umask ${mask.toString(8)}`),
  });
  let opened = 0;
  const started = arrancar({
    electron: falso.electron,
    env: { CONCILIADOR_HOME: home },
    proceso: proceso as never,
    clock: systemClock,
    crearApp,
    onAbierta: () => (opened += 1),
  });
  const antes = [...falso.app.hechos];
  falso.app.listo.resolve(undefined);
  await started;
  const [ventana] = falso.ventanas;
  const send = async (message: unknown): Promise<unknown> => {
    const page = ventana?.webContents;
    return falso.canales.get(CANAL)?.({ sender: page, senderFrame: page?.mainFrame } as never, message);
  };
  let calls = 0;
  const call = async (metodo: string, entrada: unknown): Promise<Answer<unknown>> => {
    calls += 1;
    return (await send({ tipo: 'llamar', llamada: `c${String(calls)}`, metodo, entrada })) as Answer<unknown>;
  };
  const end = async (): Promise<void> => {
    const ended = Promise.withResolvers<undefined>();
    falso.app.hechos.push = (...all: string[]) => {
      if (all.includes('fin')) ended.resolve(undefined);
      return Array.prototype.push.apply(falso.app.hechos, all);
    };
    falso.app.quit();
    await ended.promise;
  };
  return { ...falso, home, proceso, antes, ventana, send, call, end, opened: () => opened };
}
