export type ChartColors = ReturnType<typeof getColors>;

/** The colours that charts use and their letter, as the browser computes them now: a canvas cannot read a CSS variable. */
export function getColors(host: HTMLElement) {
  const sample = document.createElement('span');
  host.append(sample);
  const style = getComputedStyle(sample);
  /** The colour of a role of tokens.css. */
  const readColor = (role: string): string => {
    sample.style.setProperty('color', `var(${role})`);
    return style.color;
  };
  const colors = {
    barra: readColor('--grafico-1'),
    raised: readColor('--fondo-elevado'),
    guide: readColor('--grafico-grilla'),
    eje: readColor('--grafico-eje'),
    linea: readColor('--linea-fuerte'),
    texto: readColor('--texto'),
    action: readColor('--accion'),
    sinDatos: readColor('--sin-datos-linea'),
    letra: style.fontFamily,
  };
  sample.remove();
  return colors;
}

/** Calls `change` when the theme changes, in the system or by the person's choice. */
export function onThemeChange(root: HTMLElement, change: () => void, signal: AbortSignal): void {
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'])
    matchMedia(query).addEventListener('change', change, { signal });
  const watcher = new MutationObserver(change);
  watcher.observe(root, { attributes: true, attributeFilter: ['data-tema'] });
  signal.addEventListener('abort', () => watcher.disconnect());
}
