/** The roles of tokens.css that charts use. */
const ROLES = {
  barra: '--grafico-1',
  background: '--fondo-hoja',
  raised: '--fondo-elevado',
  guide: '--grafico-grilla',
  eje: '--grafico-eje',
  linea: '--linea-fuerte',
  texto: '--texto',
  action: '--accion',
  sinDatos: '--sin-datos-linea',
} as const;

export type ChartColors = Readonly<Record<keyof typeof ROLES, string>> & { readonly letra: string };

/** The current colour of each role, as the browser computes it: a canvas cannot read a CSS variable. */
export function getColors(host: HTMLElement): ChartColors {
  const sample = document.createElement('span');
  host.append(sample);
  const style = getComputedStyle(sample);
  const readColor = (role: string): string => {
    sample.style.setProperty('color', `var(${role})`);
    return style.color;
  };
  const { letra, ...roles } = {
    barra: readColor(ROLES.barra),
    background: readColor(ROLES.background),
    raised: readColor(ROLES.raised),
    guide: readColor(ROLES.guide),
    eje: readColor(ROLES.eje),
    linea: readColor(ROLES.linea),
    texto: readColor(ROLES.texto),
    action: readColor(ROLES.action),
    sinDatos: readColor(ROLES.sinDatos),
    letra: style.fontFamily,
  };
  sample.remove();
  return { ...roles, letra };
}

/** Calls `change` when the theme changes, in the system or by the person's choice. */
export function onThemeChange(root: HTMLElement, change: () => void, signal: AbortSignal): void {
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'])
    matchMedia(query).addEventListener('change', change, { signal });
  const watcher = new MutationObserver(change);
  watcher.observe(root, { attributes: true, attributeFilter: ['data-tema'] });
  signal.addEventListener('abort', () => {
    watcher.disconnect();
  });
}
