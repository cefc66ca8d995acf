const TEMAS = ['sistema', 'claro', 'oscuro'] as const;
export type Tema = (typeof TEMAS)[number];

const CLAVE = 'conciliador.tema';

/** The chosen theme; `sistema` when none was. */
const temaGuardado = (storage: Storage): Tema => TEMAS.find((tema) => tema === storage.getItem(CLAVE)) ?? 'sistema';

/** Puts the chosen theme on the document; tokens.css does the rest. */
export function aplicarTema(root: HTMLElement, storage: Storage): void {
  const tema = temaGuardado(storage);
  if (tema === 'sistema') delete root.dataset['tema'];
  else root.dataset['tema'] = tema;
}

export function guardarTema(tema: Tema, root: HTMLElement, storage: Storage): void {
  storage.setItem(CLAVE, tema);
  aplicarTema(root, storage);
}
