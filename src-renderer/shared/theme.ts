const THEMES = ['sistema', 'claro', 'oscuro'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'conciliador.tema';

/** The chosen theme; `sistema` when none was. */
const readStoredTheme = (storage: Storage): Theme =>
  THEMES.find((theme) => theme === storage.getItem(KEY)) ?? 'sistema';

/** Puts the chosen theme on the document; tokens.css does the rest. */
export function applyTheme(root: HTMLElement, storage: Storage): void {
  const theme = readStoredTheme(storage);
  if (theme === 'sistema') delete root.dataset['tema'];
  else root.dataset['tema'] = theme;
}

export function saveTheme(theme: Theme, root: HTMLElement, storage: Storage): void {
  storage.setItem(KEY, theme);
  applyTheme(root, storage);
}
