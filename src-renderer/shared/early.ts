import type { SettingsDocument } from '#contract/settings.ts';
import type { ListedAccount } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import { createApi, type Api, createBridgeTransport, type Transport } from '../api/api.ts';
import { enterByHttp, createHttpTransport } from '../api/http.ts';

declare global {
  interface Window {
    readonly conciliador?: Bridge;
  }
}

export interface FirstAnswers {
  readonly ajustes: Promise<SettingsDocument>;
  readonly cuentas: Promise<readonly ListedAccount[]>;
}

const THEME_KEY = 'conciliador.tema';

/** Sets the chosen theme on the document, where tokens.css reads it. Any text but `claro` and `oscuro` leaves the theme to the system. */
function applyTheme(theme: string | null): void {
  if (theme === 'claro' || theme === 'oscuro') document.documentElement.dataset['tema'] = theme;
  else delete document.documentElement.dataset['tema'];
}

export function saveTheme(theme: SettingsDocument['tema']): void {
  localStorage.setItem(THEME_KEY, theme);
  applyTheme(theme);
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
  return createHttpTransport(await enterByHttp({ location, history, storage: sessionStorage }), download);
}

async function enter(): Promise<{ readonly api: Api; readonly first: FirstAnswers }> {
  const underWay = chooseTransport();
  // Runs during the request for the session, because the first read of `localStorage` is slow.
  applyTheme(localStorage.getItem(THEME_KEY));
  const api = createApi(await underWay, createId);
  const first = { ajustes: api.call('ajustes.leer', {}), cuentas: api.call('cuentas.listar', {}) };
  for (const one of Object.values(first)) one.catch(() => undefined); // `App.svelte` awaits these and shows failures
  return { api, first };
}

/** Begins the session and the first calls when this module loads: `main.ts` imports it before it creates the frame. */
export const entry = enter();
entry.catch(() => undefined);
