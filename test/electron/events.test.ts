import { expect, test } from 'vitest';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createEvents } from '#hosts/electron/core.ts';
import { FakeWindow } from './fake-electron.ts';
import { keepLooking, canVerifyUpdates } from '#hosts/electron/updater.ts';
import { createTemporaryFolder } from '../platform/temporary-folder.ts';
import type { Dispatch } from './booted.ts';

function stream() {
  const window = new FakeWindow({});
  const waiting: (() => void)[] = [];
  let open: FakeWindow | undefined = window;
  const events = createEvents(
    () => open as never,
    (run) => waiting.push(run),
  );
  const told = (): unknown[] => window.webContents.sent.map(({ data }) => data);
  return { eventos: events, ventana: window, waiting, told, leave: () => (open = undefined) };
}
const at = (done: number) => ({ fase: 'envio', hecho: done, total: 9 }) as const;

test('of the progress of each call only the newest is sent, together', () => {
  const { eventos: events, waiting, told } = stream();
  for (const done of [1, 2, 3]) {
    events.noteProgress('a', at(done));
    events.noteProgress('b', at(done));
  }
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  expect(told()).toEqual([
    { tipo: 'avance', llamada: 'a', progreso: at(3) },
    { tipo: 'avance', llamada: 'b', progreso: at(3) },
  ]);
  events.noteProgress('a', at(4));
  expect(waiting).toHaveLength(2);
});

test.each<[string, (set: ReturnType<typeof stream>) => unknown]>([
  ['a window that is being destroyed', ({ ventana }) => (ventana.isDestroyed = () => true)],
  ['a window whose page is gone', ({ ventana }) => (ventana.webContents.destroyed = true)],
  ['no window', ({ leave }) => leave()],
])('%s is sent nothing', (_what, lose) => {
  const set = stream();
  set.ventana.isDestroyed = () => false;
  lose(set);
  set.eventos.send({ tipo: 'aviso', texto: 'x' });
  expect(set.told()).toEqual([]);
  expect(set.eventos.hasListener()).toBe(false);
});

test.each([
  ['win32', 'provider: generic\npublisherName: Conciliador\n', true],
  ['win32', 'provider: generic\n', false],
  ['darwin', 'provider: generic\n', true],
  ['linux', 'provider: generic\n', false],
  ['darwin', undefined, false],
] as const)('on %s, published with %j, new versions are verified: %s', async (platform, settings, verified) => {
  const resources = createTemporaryFolder();
  if (settings !== undefined) await writeFile(path.join(resources, 'app-update.yml'), settings);
  expect(canVerifyUpdates({ platform, resources, isPackaged: true })).toBe(verified);
  expect(canVerifyUpdates({ platform, resources, isPackaged: false })).toBe(false);
});

test.each([
  [true, true, ['buscar', 'ask 1.5.0', 'bajar', 'instalar', 'buscar']],
  [true, false, ['buscar', 'ask 1.5.0', 'buscar']],
  [false, true, ['buscar', 'ask 1.5.0', 'buscar']],
])(
  'installs: %s, accepted: %s: asks once for a version, before anything is downloaded',
  async (seInstala, accepts, said) => {
    const facts: string[] = [];
    const end = new AbortController();
    const dispatch = (async (method: string) => {
      const name = method.replace('actualizaciones.', '');
      facts.push(name);
      const state = name === 'buscar' ? 'hay' : 'lista';
      return { ok: true, value: { seInstala, ahora: { estado: state, version: '1.5.0' } } };
    }) as unknown as Dispatch;
    let turns = 0;
    const sleep = async (): Promise<void> => {
      turns += 1;
      if (turns > 2) {
        end.abort();
        throw end.signal.reason;
      }
    };
    const ask = async (version: string): Promise<boolean> => {
      facts.push(`ask ${version}`);
      return accepts;
    };
    await keepLooking({ dispatch, clock: { sleep }, ask }, end.signal);
    expect(facts).toEqual(said);
  },
);
