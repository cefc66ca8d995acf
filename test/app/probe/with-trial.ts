/** A sandbox met by the probe with its trial upload, over a ledger on disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenTrial } from '#app/probe/index.ts';
import type { TriedService } from '#contract/probe.ts';
import type { UploadEvent } from '#domain/upload/index.ts';
import { createSandbox, type Sandbox } from '#sandbox/index.ts';
import { openLedger, type Ledger } from '#storage/ledger/index.ts';
import { openResults } from '#storage/results/index.ts';
import { createTestClock, noSignal, type TestClock } from '../../service/fixtures.ts';
import type { Credentials } from '#service/token/credentials.ts';
import { meet, type MeetOptions } from './meet.ts';

interface World {
  readonly sandbox: Sandbox;
  readonly ledger: Ledger;
  readonly clock: TestClock;
  /** `onEvents`: told of what the ledger was given. */
  readonly trial: (
    signal?: AbortSignal,
    onEvents?: (events: readonly UploadEvent[]) => void,
    more?: Pick<MeetOptions, 'informe' | 'onProgress'>,
  ) => Promise<TriedService>;
}

export async function withTrial<T>(
  switches: readonly string[],
  use: (world: World) => Promise<T>,
  kind: Credentials['tipo'] = 'api',
): Promise<T> {
  const clock = createTestClock();
  const folder = mkdtempSync(path.join(tmpdir(), 'trial-'));
  const sandbox = await createSandbox({ clock, rasgos: switches, operaciones: 1000 });
  let n = 0;
  const random = (): number => (n = (n + 0.37) % 1);
  const ledger = await openLedger(path.join(folder, 'ledger.db'), { clock, random, onNotice: () => undefined });
  const results = openResults(path.join(folder, 'resultados.db'));
  const { apiKey, apiSecret } = sandbox;
  const openWith =
    (onEvents: (events: readonly UploadEvent[]) => void): OpenTrial =>
    () => {
      const note: Ledger['note'] = (upload, events) => {
        ledger.note(upload, events);
        onEvents(events);
      };
      const watched = { ...ledger, note };
      return Promise.resolve({ ledger: watched, results, random, afterSend: () => Promise.resolve() });
    };
  const credentials: Credentials =
    kind === 'api'
      ? { tipo: 'api', apiKey, apiSecret }
      : { tipo: 'usuario', usuario: sandbox.usuario, clave: sandbox.clave };
  try {
    return await use({
      sandbox,
      ledger,
      clock,
      trial: (signal = noSignal, onEvents = () => undefined, more = {}) =>
        meet(sandbox.url, credentials, { clock, openTrial: openWith(onEvents), signal, ...more }),
    });
  } finally {
    ledger.close();
    results.close();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}
