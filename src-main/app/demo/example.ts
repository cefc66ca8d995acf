import { fileURLToPath } from 'node:url';
import { AppError, isAppError } from '#contract/errors.ts';
import type { StartedExample } from '#contract/accounts.ts';
import type { Clock, Instant } from '#domain/clock.ts';
import { type Account, EXAMPLE_ACCOUNT } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { addDays, civilDateAt, countDaysBetween, requireCivilDate } from '#domain/civil-date.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { getSystemCode } from '#platform/disk-error.ts';
import { createSandbox, FIRST_ID, InvalidSwitch, type Sandbox, type SandboxOptions } from '#sandbox/index.ts';

export type Example = ReturnType<typeof createExample>;

export function createExample({ accounts, clock }: { readonly accounts: Accounts; readonly clock: Clock }) {
  /** The promise of the running server. Calls at the same time share it. */
  let served: Promise<ServedSandbox> | undefined;
  function serve(options: Pick<SandboxOptions, 'puerto' | 'primera'>): Promise<ServedSandbox> {
    const fresh = serveSandbox({ ...getExampleSandbox(clock.now()), ...options }, clock);
    served = fresh;
    fresh.catch(() => {
      if (served === fresh) served = undefined;
    });
    return fresh;
  }
  return {
    /** Serves the example and adds its account, without the data of an earlier run. Keeps the account and its data if this run already serves the example. */
    async start(signal: AbortSignal): Promise<StartedExample> {
      const before = served;
      const { url, apiKey, apiSecret } = await (before ?? serve({}));
      const theirs = (await accounts.list()).find(({ nombre }) => nombre === EXAMPLE_ACCOUNT);
      if (before === undefined || theirs?.url !== url) {
        if (theirs !== undefined) await accounts.remove({ nombre: EXAMPLE_ACCOUNT, conDatos: true }, signal);
        const credential = { tipo: 'api', apiKey, secreto: apiSecret } as const;
        await accounts.add({ nombre: EXAMPLE_ACCOUNT, url, credencial: credential }, signal);
      }
      return { nombre: EXAMPLE_ACCOUNT, archivo: EXAMPLE.archivo };
    },
    /** Serves an earlier run's example, without its uploads, at its account's address; returns the secret. Throws `SIN_CONEXION` if the address is taken. */
    async wakeUp({ url }: Account): Promise<string> {
      try {
        const options = { puerto: Number(new URL(url).port), primera: getLaterId(clock.now()) };
        const live = await (served ?? serve(options));
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

/** The example: a workbook of a small chain of shops, and the sandbox data set of its operations (by scripts/sample.ts, which needs a fixed day). */
export const EXAMPLE = {
  archivo: fileURLToPath(new URL('../../../resources/ejemplo/cupones-ejemplo.xlsx', import.meta.url)),
  sandbox: { semilla: 1, operaciones: 5000, hoy: requireCivilDate('2026-11-21') },
} as const;

/** The most days to move the data set ahead: the data set covers 455 days, and the workbook's first coupon is 51 days before the fixed day. */
const DAYS_AHEAD = 390;

/** The example's data up to today, at most `DAYS_AHEAD` days after the fixed day and never before it. Sales keep their days, so the workbook matches. */
export function getExampleSandbox(now: Instant): typeof EXAMPLE.sandbox {
  const { hoy } = EXAMPLE.sandbox;
  const days = Math.min(Math.max(countDaysBetween(hoy, civilDateAt(now)), 0), DAYS_AHEAD);
  return { ...EXAMPLE.sandbox, hoy: addDays(hoy, days) };
}

export type ServedSandbox = Pick<Sandbox, 'url' | 'apiKey' | 'apiSecret' | 'usuario' | 'clave' | 'close'>;

/** A first number for an example that starts again. It grows with the time, because an account's uploads and results are stored by the number. */
const getLaterId = (now: Instant): number =>
  FIRST_ID + Math.max(0, Math.floor((now - Date.parse(EXAMPLE.sandbox.hoy)) / 10_000));

/** Serves the sandbox API on loopback. Throws `USO` for an unknown switch or a taken port. */
export async function serveSandbox(request: Omit<SandboxOptions, 'clock'>, clock: Clock): Promise<ServedSandbox> {
  try {
    const { url, apiKey, apiSecret, usuario, clave, close } = await createSandbox({ ...request, clock });
    return { url, apiKey, apiSecret, usuario, clave, close };
  } catch (error) {
    if (error instanceof InvalidSwitch) throw new AppError('USO', { cause: error, mensaje: error.message });
    if (['EADDRINUSE', 'EACCES'].includes(getSystemCode(error) ?? ''))
      throw new AppError('USO', { cause: error, mensaje: REFUSALS.portInUse });
    throw error;
  }
}
