import type { PassingNotice } from '#contract/host-events.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { Clock } from '#domain/clock.ts';
import { createService, type Service } from '#service/index.ts';
import type { Credentials, NewRefreshToken } from '#service/token/credentials.ts';
import type { LearnedStore } from '#service/learned.ts';
import { parseBaseUrl } from '#service/transport/base-url.ts';
import type { Watcher } from '#service/transport/watch.ts';
import type { Quarantine } from '#service/wire/rows.ts';
import type { Network } from '#service/transport/network.ts';
import type { Logger } from '#platform/logger.ts';
import type { Account } from '../accounts/account.ts';
import type { EnvironmentSettings } from './environment-settings.ts';
import type { Listeners } from '../open/listeners.ts';

interface Deps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly ajustes: EnvironmentSettings;
  readonly network: Network;
  readonly logger: Logger;
  readonly onNotice: (texto: string, dicho?: PassingNotice | Statement) => void;
  readonly listeners: Listeners;
  /** Throws when an administrator's policy does not allow the account's address. */
  readonly checkAddress: (cuenta: Account) => void;
}

interface Con {
  readonly learned: LearnedStore;
  readonly onRefresh: (nuevo: NewRefreshToken) => void;
  /** The watcher sees every request; the quarantine takes the rows that are not understood. */
  readonly watch?: { readonly watcher: Watcher; readonly quarantine: Quarantine };
}

/** Makes the client of an account's service with what is the same for all accounts. */
export function createClientFactory({
  clock,
  random,
  ajustes,
  network,
  logger,
  onNotice,
  listeners,
  checkAddress,
}: Deps) {
  return (cuenta: Account, credentials: Credentials, { learned, onRefresh, watch }: Con): Service => {
    checkAddress(cuenta);
    // A result has a hundred thousand rows: the same notice is given once.
    const told = new Set<string>();
    return createService({
      ...ajustes,
      network,
      baseUrl: parseBaseUrl(cuenta.url),
      credentials,
      clock,
      random,
      learned,
      refreshTokenStore: onRefresh,
      ...(watch === undefined ? {} : { watcher: watch.watcher }),
      onWait: (ms) => {
        listeners.de(cuenta.id).noteWait(ms);
        const segundos = Math.ceil(ms / 1000);
        onNotice(
          `El servicio pidió que esperemos ${String(segundos)} s. Seguimos intentando; no hace falta que hagas nada.`,
          { codigo: 'pide_esperar', segundos },
        );
      },
      onSilence: (ms) => {
        const segundos = Math.round(ms / 1000);
        onNotice(
          `El servicio no responde desde hace ${String(segundos)} s. Seguimos intentando; no hace falta que hagas nada.`,
          {
            codigo: 'no_responde',
            segundos,
          },
        );
      },
      quarantine: (metodo, raw, motivo, ventana) => {
        if (watch !== undefined) {
          watch.quarantine(metodo, raw, motivo, ventana);
          return;
        }
        logger.info('servicio.cuarentena', { metodo, cuenta: cuenta.id, cuarentena: 1 });
        if (listeners.de(cuenta.id).noteQuarantined(metodo, raw, motivo, ventana)) return;
        const clave = `${metodo} ${motivo}`;
        if (told.has(clave)) return;
        told.add(clave);
        tellTo(onNotice, 'fila_apartada', { nombre: metodo, motivo });
      },
      log: (event, facts) => {
        const { metodo, ms, codigo } = facts;
        if (event === 'pedido' && typeof metodo === 'string') {
          listeners.de(cuenta.id).noteRequest(metodo, typeof ms === 'number' ? ms : 0);
        }
        // Each one is half a minute in which the person sees nothing else.
        if (codigo === 'TIEMPO_AGOTADO' && typeof ms === 'number') {
          const segundos = Math.round(ms / 1000);
          onNotice(`El servicio no respondió en ${String(segundos)} s.`, { codigo: 'no_respondio', segundos });
        }
        logger.info(event, facts);
      },
    });
  };
}

/** Holds what is learnt about a service that is only being tried; it is forgotten afterwards. */
export function learnedInMemory(): LearnedStore {
  const facts = new Map<string, string>();
  return { get: (key) => facts.get(key), set: (key, value) => void facts.set(key, value) };
}
