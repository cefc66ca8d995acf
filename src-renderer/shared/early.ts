import type { SettingsDocument } from '#contract/settings.ts';
import type { ListedAccount } from '#contract/documents.ts';
import type { Bridge } from '#contract/bridge.ts';
import { createApi, type Api } from '../api/api.ts';
import { enterByHttp, createHttpTransport } from '../api/http.ts';
import { createBridgeTransport, type Transport } from '../api/transport.ts';
import { applyTheme } from './theme.ts';

declare global {
  interface Window {
    /** The functions that the window's preload exposes; absent in the browser. */
    readonly conciliador?: Bridge;
  }
}

export interface FirstAnswers {
  readonly ajustes: Promise<SettingsDocument>;
  readonly cuentas: Promise<readonly ListedAccount[]>;
}

const createId = (): string => crypto.randomUUID();

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

async function chooseTransport(): Promise<Transport> {
  if (window.conciliador !== undefined) return createBridgeTransport(window.conciliador);
  const page = { location, history, storage: sessionStorage };
  const pass = await enterByHttp(page, ['ajustes.leer', 'cuentas.listar'], createId);
  return createHttpTransport(pass, download);
}

async function enter(): Promise<{ readonly api: Api; readonly first: FirstAnswers }> {
  const underWay = chooseTransport();
  // The first read of `localStorage` is slow: it is done while the request for the session is on its way.
  applyTheme(document.documentElement, localStorage);
  const api = createApi(await underWay, createId);
  const first = { ajustes: api.call('ajustes.leer', {}), cuentas: api.call('cuentas.listar', {}) };
  for (const one of Object.values(first)) one.catch(() => undefined); // `App.svelte` awaits it and reports the failure
  return { api, first };
}

/**
 * The session and the first calls. They begin as soon as this module is read, which `main.ts` imports first: before the frame is made. `main.ts` awaits
 * this and reports its failure.
 */
export const entry = enter();
entry.catch(() => undefined);
