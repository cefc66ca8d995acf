/** A sandbox met by the probe, as the composition root connects it. */
import type { MethodContext } from '#app/dispatch/dispatch.ts';
import { createProbe, type OpenTrial } from '#app/probe/index.ts';
import type { TriedService } from '#contract/probe.ts';
import { createSandbox, type Sandbox } from '#sandbox/index.ts';
import { createService, parseBaseUrl } from '#service/index.ts';
import type { Credentials } from '#service/token/credentials.ts';
import { createTestClock, noSignal } from '../../service/fixtures.ts';

export interface MeetOptions {
  readonly clock?: ReturnType<typeof createTestClock>;
  readonly informe?: string;
  /** With it, two coupons are uploaded. */
  readonly openTrial?: OpenTrial;
  readonly signal?: AbortSignal;
  readonly onProgress?: MethodContext['onProgress'];
}

/** Meets the service at an address. */
export function meet(url: string, credentials: Credentials, options: MeetOptions = {}): Promise<TriedService> {
  const { clock = createTestClock(), informe, openTrial, signal = noSignal, onProgress = () => undefined } = options;
  const entered =
    credentials.tipo === 'api'
      ? ({ tipo: 'api', apiKey: 'k' } as const)
      : ({ tipo: 'usuario', usuario: credentials.usuario } as const);
  const probe = createProbe({
    openTrial: openTrial ?? (() => Promise.reject(new Error('a reading opens no ledger'))),
    clock,
    program: '0.0.0',
    connect: (_name, { learned, watcher, quarantine }) =>
      Promise.resolve({
        account: { id: '1', nombre: 'La Espiga', url, ...entered, isFromEnvironment: true },
        service: createService({
          baseUrl: parseBaseUrl(url),
          credentials,
          clock,
          random: () => 0.5,
          learned,
          refreshTokenStore: () => undefined,
          quarantine,
          watcher,
          repeatsTimedOut: false,
          log: () => undefined,
        }),
      }),
  });
  return probe({ informe, withUpload: openTrial !== undefined }, { signal, onProgress });
}

/** Runs against a sandbox with switches. */
export async function meetSandbox<T>(
  switches: readonly string[],
  use: (sandbox: Sandbox, meeting: () => Promise<TriedService>) => Promise<T>,
): Promise<T> {
  const clock = createTestClock();
  const sandbox = await createSandbox({ clock, rasgos: switches, operaciones: 1000 });
  try {
    const { apiKey, apiSecret } = sandbox;
    return await use(sandbox, () => meet(sandbox.url, { tipo: 'api', apiKey, apiSecret }, { clock }));
  } finally {
    await sandbox.close();
  }
}
