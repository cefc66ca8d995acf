import type { SettingsDocument } from '#contract/settings.ts';
import { getLocale, setLocale } from '../paraglide/runtime.js';
import { saveTheme } from '../shared/theme.ts';

/** Applies the settings that are visible at once. Another language reloads the page, since every text changes. */
export function applySettings({ tema, idioma }: SettingsDocument): void {
  saveTheme(tema, document.documentElement, localStorage);
  if (idioma !== null && idioma !== getLocale()) void setLocale(idioma); // resolves when the page is gone
}
