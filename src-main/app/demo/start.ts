import type { StartedExample } from '#contract/documents.ts';
import { AppError, isAppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { EXAMPLE_ACCOUNT } from '../accounts/choose-account.ts';
import { EXAMPLE, getExampleSandbox } from './sample.ts';
import { serveSandbox, type ServedSandbox } from './sandbox.ts';

interface Deps {
  readonly accounts: Accounts;
  readonly clock: Clock;
}

/** The example inside the application: its service, an account on it, and a workbook to reconcile. */
export type Example = ReturnType<typeof createExample>;

export function createExample({ accounts, clock }: Deps) {
  /** One server at a time: two calls at the same time get the same one. */
  let served: Promise<ServedSandbox> | undefined;
  function serve(port: number): Promise<ServedSandbox> {
    const fresh = serveSandbox({ ...getExampleSandbox(clock.now()), puerto: port }, clock);
    served = fresh;
    fresh.catch(() => {
      if (served === fresh) served = undefined;
    });
    return fresh;
  }
  return {
    /**
     * Serves the example and adds its account. A second call gives the same one. In another run of the program the service begins anew, so what
     * the account kept of the old one is removed.
     */
    async start(signal: AbortSignal): Promise<StartedExample> {
      const before = served;
      const { url, apiKey, apiSecret } = await (before ?? serve(0));
      const theirs = (await accounts.list()).find(({ nombre }) => nombre === EXAMPLE_ACCOUNT);
      if (before === undefined || theirs?.url !== url) {
        if (theirs !== undefined) await accounts.remove({ nombre: EXAMPLE_ACCOUNT, conDatos: true }, signal);
        const credential = { tipo: 'api', apiKey, secreto: apiSecret } as const;
        await accounts.add({ nombre: EXAMPLE_ACCOUNT, url, credencial: credential }, signal);
      }
      return { nombre: EXAMPLE_ACCOUNT, archivo: EXAMPLE.archivo };
    },
    /**
     * Serves the example of an earlier run at the address of its account, and gives the account's secret: a person need not know it. The example has
     * lost what was sent to it in that run. Throws `SIN_CONEXION` when something else listens at that address.
     */
    async wakeUp({ url }: Account): Promise<string> {
      try {
        const live = await (served ?? serve(Number(new URL(url).port)));
        if (live.url === url) return live.apiSecret;
      } catch (error) {
        if (!isAppError(error, 'USO')) throw error;
      }
      throw new AppError('SIN_CONEXION', { detail: { url } });
    },
    async close(): Promise<void> {
      const [live] = await Promise.allSettled([served]);
      served = undefined;
      if (live?.status === 'fulfilled') await live.value?.close();
    },
  };
}
