import type { SettingsDocument } from '#contract/settings.ts';
import { getLocale, setLocale } from '../paraglide/runtime.js';
import { saveTheme } from '../shared/theme.ts';

/** Puts on the page what is seen at once. Another language loads the page again: every text changes. */
export function applySettings({ tema, idioma }: SettingsDocument): void {
  saveTheme(tema, document.documentElement, localStorage);
  if (idioma !== null && idioma !== getLocale()) void setLocale(idioma); // resolves when the page is gone
}
