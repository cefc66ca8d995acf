import type { LeftOutRows, Bridge, FileTotal } from '#contract/till-bridge.ts';
import { formatNumber, pesos, formatTable } from './format.ts';

const MOTIVOS = [
  ['error', 'Con errores'],
  ['enviada', 'Ya enviados antes'],
  ['omitida', 'Omitidos'],
  ['rechazada', 'No aceptados por el servicio'],
  ['sin_enviar', 'Sin enviar'],
] as const;

function legible({ sinImporte }: LeftOutRows): string {
  return sinImporte === 0 ? '' : `(${formatNumber(sinImporte)} sin importe legible)`;
}

function totalInWords({ fila, dice, importe, suman, diferencia }: FileTotal): string {
  const where = `La línea de total de la fila ${String(fila)}`;
  if (importe === null || diferencia === null) return `${where} no dice un importe${dice === '' ? '' : `: ${dice}`}.`;
  if (!/[1-9]/.test(diferencia)) return `${where} dice ${pesos(importe)}: es lo que suman sus filas.`;
  return `${where} dice ${pesos(importe)} y sus filas suman ${pesos(suman)}: difiere en ${pesos(diferencia)}.`;
}

/** From the rows of the files to what was sent; only when something was left out or the files declare a total. */
export function bridgeLines({ cupones, enviados, omitidos, hojas }: Bridge): string[] {
  const totales = hojas.flatMap((hoja) => hoja.totales.filter(({ deTodo: overall }) => overall).slice(-1));
  const leftOut = MOTIVOS.filter(([motivo]) => omitidos[motivo].filas > 0);
  if (leftOut.length === 0 && totales.length === 0) return [];
  const rows = [
    ['  Enviados', formatNumber(enviados.filas), pesos(enviados.importe), ''],
    ...leftOut.map(([motivo, words]) => {
      const sum = omitidos[motivo];
      return [`  ${words}`, formatNumber(sum.filas), pesos(sum.importe), legible(sum)];
    }),
    ['  Cupones del archivo', formatNumber(cupones.filas), pesos(cupones.importe), legible(cupones)],
  ];
  return ['Del archivo a lo enviado:', ...formatTable(rows, [1, 2]), ...totales.map(totalInWords)];
}
