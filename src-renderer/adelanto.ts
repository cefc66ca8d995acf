import type { AjustesDocumento } from '#contract/ajustes.ts';
import type { CuentaListada } from '#contract/documents.ts';
import type { Puente } from '#contract/bridge.ts';
import { crearApi, type Api } from './api/api.ts';
import { entrarPorHttp, mintEntry, transporteHttp } from './api/http.ts';
import { transportePuente } from './api/puente.ts';
import { DOOR, letTabsIn, TABS } from './api/tabs.ts';
import type { Transporte } from './api/transporte.ts';
import { descargar } from './marco/descargar.ts';
import { aplicarTema } from './marco/tema.ts';

declare global {
  interface Window {
    /** What the window's preload exposes; absent in the browser. */
    readonly conciliador?: Puente;
  }
}

/** What the first screen asks first. */
export interface Primeras {
  readonly ajustes: Promise<AjustesDocumento>;
  readonly cuentas: Promise<readonly CuentaListada[]>;
}

const nuevoId = (): string => crypto.randomUUID();

async function transporte(): Promise<Transporte> {
  if (window.conciliador !== undefined) return transportePuente(window.conciliador);
  const pagina = { location, history, storage: sessionStorage };
  const paso = await entrarPorHttp(pagina, ['ajustes.leer', 'cuentas.listar'], nuevoId);
  if (paso.puerta !== undefined) localStorage.setItem(DOOR, paso.puerta);
  letTabsIn(new BroadcastChannel(TABS), nuevoId(), () => mintEntry(paso));
  return transporteHttp(paso, descargar);
}

async function entrar(): Promise<{ readonly api: Api; readonly primeras: Primeras }> {
  const yendo = transporte();
  // What the browser keeps for this page is slow the first time that it is looked at: while the way in is on its way.
  aplicarTema(document.documentElement, localStorage);
  const api = crearApi(await yendo, nuevoId);
  const primeras = { ajustes: api.llamar('ajustes.leer', {}), cuentas: api.llamar('cuentas.listar', {}) };
  for (const una of Object.values(primeras)) una.catch(() => undefined); // who reads it says it
  return { api, primeras };
}

/**
 * The way in, begun while the rest of the program is still being read: it is a file of its own (vite.config.ts), which the document asks for before
 * that of `main.ts`. That one waits for it, and says what went wrong.
 */
export const entrada = entrar();
entrada.catch(() => undefined);
