import type { AjustesDocumento } from '#contract/ajustes.ts';
import { getLocale, setLocale } from '../paraglide/runtime.js';
import { guardarTema } from './tema.ts';

/** Puts on the page what is seen at once. Another language loads the page again: every text changes. */
export function aplicarAjustes({ tema, idioma }: AjustesDocumento): void {
  guardarTema(tema, document.documentElement, localStorage);
  if (idioma !== null && idioma !== getLocale()) void setLocale(idioma); // resolves when the page is gone
}
