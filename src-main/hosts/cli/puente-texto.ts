import type { FilasOmitidas, Puente, TotalDelArchivo } from '#contract/till-bridge.ts';
import { cantidad, pesos, tabla } from './formato.ts';

const MOTIVOS = [
  ['error', 'Con errores'],
  ['enviada', 'Ya enviados antes'],
  ['omitida', 'Omitidos'],
  ['rechazada', 'No aceptados por el servicio'],
  ['sin_enviar', 'Sin enviar'],
] as const;

function legible({ sinImporte }: FilasOmitidas): string {
  return sinImporte === 0 ? '' : `(${cantidad(sinImporte)} sin importe legible)`;
}

function totalEnPalabras({ fila, dice, importe, suman, diferencia }: TotalDelArchivo): string {
  const donde = `La línea de total de la fila ${String(fila)}`;
  if (importe === null || diferencia === null) return `${donde} no dice un importe${dice === '' ? '' : `: ${dice}`}.`;
  if (!/[1-9]/.test(diferencia)) return `${donde} dice ${pesos(importe)}: es lo que suman sus filas.`;
  return `${donde} dice ${pesos(importe)} y sus filas suman ${pesos(suman)}: difiere en ${pesos(diferencia)}.`;
}

/** From the rows of the files to what was sent, where something was left out or the files say their total. */
export function bridgeLines({ cupones, enviados, omitidos, hojas }: Puente): string[] {
  const totales = hojas.flatMap((hoja) => hoja.totales.filter(({ deTodo }) => deTodo).slice(-1));
  const fuera = MOTIVOS.filter(([motivo]) => omitidos[motivo].filas > 0);
  if (fuera.length === 0 && totales.length === 0) return [];
  const rows = [
    ['  Enviados', cantidad(enviados.filas), pesos(enviados.importe), ''],
    ...fuera.map(([motivo, words]) => {
      const sum = omitidos[motivo];
      return [`  ${words}`, cantidad(sum.filas), pesos(sum.importe), legible(sum)];
    }),
    ['  Cupones del archivo', cantidad(cupones.filas), pesos(cupones.importe), legible(cupones)],
  ];
  return ['Del archivo a lo enviado:', ...tabla(rows, [1, 2]), ...totales.map(totalEnPalabras)];
}
