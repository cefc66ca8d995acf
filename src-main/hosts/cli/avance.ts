import type { Progreso } from '#contract/progress.ts';
import { cantidad } from './formato.ts';
import { rewriteLine, writeText } from './terminal.js';

const FASES: Readonly<Record<Progreso['fase'], string>> = {
  lectura: 'Leyendo el archivo',
  validacion: 'Validando las filas',
  envio: 'Enviando cupones',
  espera: 'Esperando la conciliación',
  resultado: 'Leyendo el resultado',
  auditoria: 'Confirmando que no llegó nada de más',
  informe: 'Escribiendo el informe',
  sincronizacion: 'Sincronizando',
  exportacion: 'Escribiendo la planilla',
  traslado: 'Pasando los datos',
};
const BAR_WIDTH = 24;
/** Without a terminal a line is written at each tenth, not at each step. */
const PLAIN_STEPS = 10;

const bar = (done: number, total: number): string => {
  const filled = total === 0 ? BAR_WIDTH : Math.min(BAR_WIDTH, Math.floor((done / total) * BAR_WIDTH));
  return `[${'█'.repeat(filled)}${'·'.repeat(BAR_WIDTH - filled)}]`;
};

const figures = ({ hecho, total }: Progreso): string =>
  total === null ? (hecho > 0 ? ` ${cantidad(hecho)}` : '') : ` ${cantidad(hecho)} de ${cantidad(total)}`;

/** Shows progress: one line that is rewritten on a terminal, plain lines at each tenth otherwise. */
export function crearAvance(stream: NodeJS.WriteStream): { mostrar(progreso: Progreso): void; fin(): void } {
  const terminal = stream.isTTY;
  let last = '';
  let open = false;
  const fin = (): void => {
    if (open) writeText(stream, '\n');
    open = false;
  };
  return {
    mostrar: (progreso) => {
      const { fase, hecho, total, tandas = 0, texto = tandas === 0 ? undefined : `tanda ${String(tandas)}` } = progreso;
      const label = `${FASES[fase]}${figures(progreso)}${texto === undefined ? '' : `: ${texto}`}`;
      if (terminal) {
        const line = `${total === null ? '' : `${bar(hecho, total)} `}${label}`;
        rewriteLine(stream, line, Math.max(20, stream.columns - 1));
        open = true;
        return;
      }
      const step = total === null || total === 0 ? '' : String(Math.floor((hecho / total) * PLAIN_STEPS));
      const key = `${fase}|${step}|${texto ?? ''}`;
      if (key === last) return;
      last = key;
      writeText(stream, `${label}\n`);
    },
    fin,
  };
}
