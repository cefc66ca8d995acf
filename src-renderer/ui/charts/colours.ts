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
  const color = (role: string): string => {
    sample.style.setProperty('color', `var(${role})`);
    return style.color;
  };
  const { letra, ...roles } = {
    barra: color(ROLES.barra),
    background: color(ROLES.background),
    raised: color(ROLES.raised),
    guide: color(ROLES.guide),
    eje: color(ROLES.eje),
    linea: color(ROLES.linea),
    texto: color(ROLES.texto),
    action: color(ROLES.action),
    sinDatos: color(ROLES.sinDatos),
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
