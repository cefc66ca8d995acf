/** The roles of tokens.css that pictures use. */
const ROLES = {
  barra: '--grafico-1',
  fondo: '--fondo-hoja',
  elevado: '--fondo-elevado',
  guia: '--grafico-grilla',
  eje: '--grafico-eje',
  linea: '--linea-fuerte',
  texto: '--texto',
  accion: '--accion',
  sinDatos: '--sin-datos-linea',
} as const;

export type Colores = Readonly<Record<keyof typeof ROLES, string>> & { readonly letra: string };

/** What the roles are now, as the browser draws them: a canvas cannot read a CSS variable. */
export function coloresDe(host: HTMLElement): Colores {
  const muestra = document.createElement('span');
  host.append(muestra);
  const estilo = getComputedStyle(muestra);
  const color = (rol: string): string => {
    muestra.style.setProperty('color', `var(${rol})`);
    return estilo.color;
  };
  const { letra, ...roles } = {
    barra: color(ROLES.barra),
    fondo: color(ROLES.fondo),
    elevado: color(ROLES.elevado),
    guia: color(ROLES.guia),
    eje: color(ROLES.eje),
    linea: color(ROLES.linea),
    texto: color(ROLES.texto),
    accion: color(ROLES.accion),
    sinDatos: color(ROLES.sinDatos),
    letra: estilo.fontFamily,
  };
  muestra.remove();
  return { ...roles, letra };
}

/** Calls when the theme changes: of the system, or chosen by the person. */
export function alCambiarTema(root: HTMLElement, cambiar: () => void, signal: AbortSignal): void {
  for (const consulta of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'])
    matchMedia(consulta).addEventListener('change', cambiar, { signal });
  const vigia = new MutationObserver(cambiar);
  vigia.observe(root, { attributes: true, attributeFilter: ['data-tema'] });
  signal.addEventListener('abort', () => {
    vigia.disconnect();
  });
}
