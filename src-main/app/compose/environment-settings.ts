import { AppError } from '#contract/errors.ts';
import { REQUEST_DEFAULTS } from '#service/index.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';

/** Settings of requests that scripts may give (docs/cli.md, "Settings by environment"). */
export interface EnvironmentSettings {
  /** How long one request may take, ms. */
  readonly timeoutMs: number;
  /** Further tries of a GET. */
  readonly retries: number;
}

const MAX_SECONDS = 600;
const MAX_RETRIES = 20;

type Env = Readonly<Record<string, string | undefined>>;

function numberOf(
  env: Env,
  name: string,
  { missing, form, max }: { missing: number; form: RegExp; max: number },
): number {
  const text = env[name]?.trim() ?? '';
  if (text === '') return missing;
  const value = Number(text);
  if (form.test(text) && value <= max) return value;
  throw new AppError('USO', {
    mensaje: REFUSALS.settingNotANumber(name, max),
    detail: { variable: name },
  });
}

/** Reads the settings. Throws `USO` when one is not a number in its range: a typo must not become the default. */
export function readEnvironmentSettings(env: Env): EnvironmentSettings {
  const seconds = numberOf(env, 'CONCILIADOR_ESPERA_PEDIDO', {
    missing: REQUEST_DEFAULTS.timeoutMs / 1000,
    form: /^(?=.*[1-9])\d+(\.\d+)?$/,
    max: MAX_SECONDS,
  });
  const retries = numberOf(env, 'CONCILIADOR_REINTENTOS', {
    missing: REQUEST_DEFAULTS.retries,
    form: /^\d+$/,
    max: MAX_RETRIES,
  });
  return { timeoutMs: seconds * 1000, retries };
}
