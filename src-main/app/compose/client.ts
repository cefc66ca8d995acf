import { sayPassing, tellTo, type PassingNotice, type Statement } from '#domain/texts/statements.ts';
import type { Clock } from '#domain/clock.ts';
import { createService, type Service } from '#service/index.ts';
import type { Credentials, NewRefreshToken, OnLogin } from '#service/token/session.ts';
import type { LearnedStore } from '#service/learned.ts';
import { parseBaseUrl, type Network } from '#service/transport/network.ts';
import type { Logger } from '#platform/logger.ts';
import type { Account } from '../accounts/account.ts';
import type { EnvironmentSettings } from './environment-settings.ts';
import type { Listeners } from '../open/listeners.ts';

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

/** Makes the client of an account's service with what is the same for all accounts. */
export const createClientFactory =
  ({ clock, random, settings, network, logger, onNotice, listeners }: Deps) =>
  (account: Account, credentials: Credentials, { learned, onRefresh, onLogin }: ForAccount): Service => {
    // A result has a hundred thousand rows: the same notice is given once.
    const told = new Set<string>();
    const tellPassing = (codigo: PassingNotice['codigo'], segundos: number): void => {
      const passing = { codigo, segundos };
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
      onWait: (ms) => {
        listeners.listenerOf(account.id).noteWait(ms);
        tellPassing('pide_esperar', Math.ceil(ms / 1000));
      },
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
        if (event === 'pedido' && typeof metodo === 'string') {
          listeners.listenerOf(account.id).noteRequest(metodo, typeof ms === 'number' ? ms : 0);
        }
        // Each one is a whole time limit (30 s by default) in which the person sees nothing else.
        if (codigo === 'TIEMPO_AGOTADO' && typeof ms === 'number') {
          tellPassing('no_respondio', Math.round(ms / 1000));
        }
        logger.info(event, facts);
      },
    });
  };
