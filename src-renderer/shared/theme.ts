const THEMES = ['sistema', 'claro', 'oscuro'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'conciliador.tema';

/** The chosen theme; `sistema` when none was. */
const readStoredTheme = (storage: Storage): Theme => THEMES.find((tema) => tema === storage.getItem(KEY)) ?? 'sistema';

/** Puts the chosen theme on the document; tokens.css does the rest. */
export function applyTheme(root: HTMLElement, storage: Storage): void {
  const tema = readStoredTheme(storage);
  if (tema === 'sistema') delete root.dataset['tema'];
  else root.dataset['tema'] = tema;
}

export function saveTheme(tema: Theme, root: HTMLElement, storage: Storage): void {
  storage.setItem(KEY, tema);
  applyTheme(root, storage);
}
