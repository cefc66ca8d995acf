import { sayPassing, tellTo, type PassingNotice, type Statement } from '#domain/texts/statements.ts';
import type { Clock } from '#domain/clock.ts';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { createService, REQUEST_DEFAULTS, type Service } from '#service/index.ts';
import type { Credentials, NewRefreshToken, OnLogin } from '#service/token/session.ts';
import type { LearnedStore } from '#service/learned.ts';
import { parseBaseUrl, type Network } from '#service/transport/network.ts';
import type { Logger } from '#platform/logger.ts';
import type { Account } from '../accounts/account.ts';
import type { Listeners } from '../open/sessions.ts';

interface Deps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly settings: EnvironmentSettings;
  readonly network: Network;
  readonly logger: Logger;
  readonly onNotice: (text: string, said?: PassingNotice | Statement) => void;
  readonly listeners: Listeners;
}

interface ForAccount {
  readonly learned: LearnedStore;
  readonly onRefresh: (fresh: NewRefreshToken) => void;
  readonly onLogin?: OnLogin;
}

export const createClientFactory =
  ({ clock, random, settings, network, logger, onNotice, listeners }: Deps) =>
  (account: Account, credentials: Credentials, { learned, onRefresh, onLogin }: ForAccount): Service => {
    // Tells the person about a row set aside only once per method and problem: all hundred thousand rows of a result may have the same problem.
    const told = new Set<string>();
    const tellPassing = (codigo: PassingNotice['codigo'], segundos: number): void => {
      const passing = { codigo, segundos, limite: settings.timeoutMs / 1000, cuenta: account.nombre };
      onNotice(sayPassing(passing, 'es'), passing);
    };
    return createService({
      ...settings,
      network,
      baseUrl: parseBaseUrl(account.url),
      credentials,
      clock,
      random,
      learned,
      refreshTokenStore: onRefresh,
      ...(onLogin === undefined ? {} : { onLogin }),
      onWait: (ms) => tellPassing('pide_esperar', Math.ceil(ms / 1000)),
      onSilence: (ms) => tellPassing('no_responde', Math.round(ms / 1000)),
      onClockOff: (offMs) => tellTo(onNotice, 'reloj_corrido', { n: Math.round(offMs / 60_000) }),
      quarantine: (method, row, window) => {
        logger.info('servicio.cuarentena', { metodo: method, cuenta: account.id, cuarentena: 1 });
        if (listeners.listenerOf(account.id).noteQuarantined(method, row, window)) return;
        const key = `${method} ${JSON.stringify(row.problemas)}`;
        if (told.has(key)) return;
        told.add(key);
        tellTo(onNotice, 'fila_apartada', { nombre: method, problemas: row.problemas });
      },
      log: (event, facts) => {
        const { metodo, ms, codigo } = facts;
        if (event === 'pedido' && typeof metodo === 'string') listeners.listenerOf(account.id).noteRequest(metodo);
        // Tells the person about every timeout, because the screen shows nothing for the whole time limit (30 s by default).
        if (codigo === 'TIEMPO_AGOTADO' && typeof ms === 'number') {
          tellPassing('no_respondio', Math.round(ms / 1000));
        }
        logger.info(event, facts);
      },
    });
  };

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

/** Reads the settings from environment variables. Throws `USO` for a value that is no number or out of range: a typo must not silently mean the default. */
export function readEnvironmentSettings(env: Env) {
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
type EnvironmentSettings = ReturnType<typeof readEnvironmentSettings>;
