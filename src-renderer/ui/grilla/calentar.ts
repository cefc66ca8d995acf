import { montarGrilla } from './control.ts';
import { otroTurno } from './turnos.ts';
import type { ColumnaDatos, Fuente } from './tipos.ts';

interface Nada {
  readonly clave: string;
}
const COLUMNAS: readonly ColumnaDatos<Nada>[] = [
  { clave: 'texto', titulo: '', tipo: 'texto', valor: () => '0' },
  { clave: 'importe', titulo: '', tipo: 'importe', valor: () => '0.00' },
];
const FUENTE: Fuente<Nada> = {
  clave: '',
  leer: async () => ({ filas: [{ clave: 'a' }, { clave: 'b' }], total: 2 }),
};
const ANCHO = 400;
const nada = (): undefined => undefined;
const MONTAJE = {
  rotulo: '',
  columnas: COLUMNAS,
  orden: undefined,
  idDe: ({ clave }: Nada) => clave,
  reglasDeFila: {},
  reglaDeCinco: () => true,
  ancho: () => ANCHO,
  elegidas: () => [],
  espera: nada,
  onselecciones: nada,
  onmarcadas: nada,
  onabrir: nada,
  ontocar: nada,
  oncerrar: nada,
  onfoco: nada,
  ontecla: nada,
  onorden: nada,
  oncolumnas: nada,
  onnoentran: nada,
  onvista: nada,
  onleidas: nada,
  onfalla: nada,
};

/**
 * Makes a small grid that nobody sees, and throws it away: code that ran once runs at twice the speed, so that no turn of the grid that somebody
 * waits for is long.
 */
export async function calentarGrilla(documento: Document, signal: AbortSignal): Promise<void> {
  const caja = documento.createElement('div');
  caja.className = 'grilla-datos';
  caja.inert = true;
  Object.assign(caja.style, {
    position: 'fixed',
    insetBlockStart: '-500px',
    inlineSize: `${String(ANCHO)}px`,
    blockSize: '200px',
  });
  const host = documento.createElement('div');
  host.style.blockSize = '100%';
  caja.append(host);
  documento.body.append(caja);
  try {
    const control = await montarGrilla<Nada>({ host, ...MONTAJE }, signal);
    control?.ponerFuente(FUENTE);
    control?.ponerTotales({ importe: '0.00' }, '0');
    await otroTurno();
    await otroTurno();
    control?.destruir();
  } finally {
    caja.remove();
  }
}
