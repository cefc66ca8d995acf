import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keepLooking, canVerifyUpdates } from '#hosts/electron/updater.ts';
import { createTemporaryFolder } from '../platform/temporary-folder.ts';
import type { Dispatch } from './booted.ts';

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
