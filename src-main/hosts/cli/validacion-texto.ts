import type { ValidacionDocumento } from '#contract/documents.ts';
import { cantidad, tabla } from './formato.ts';

/** Past this many, the text says how many more there are; the JSON and the report have them all. */
const SHOWN = 50;

const more = (total: number): string[] =>
  total > SHOWN ? [`  … y ${cantidad(total - SHOWN)} más (todos con --json).`] : [];

/** "1 fila", "421 filas". */
const de = (count: number, one: string, many: string): string => `${cantidad(count)} ${count === 1 ? one : many}`;

/** What was found in a file, as lines for people. */
export function validacionEnLineas(documento: ValidacionDocumento): string[] {
  if ('codigo' in documento) return [`${documento.archivo}`, `  ${documento.mensaje}`];
  const { archivo, hoja, errores, avisos, sinMapear } = documento;
  const lines = [
    `${archivo}${hoja === null ? '' : ` · hoja ${hoja}`} · encabezado en la fila ${String(documento.encabezado)}`,
    `  ${de(documento.filas, 'fila', 'filas')}: ${de(documento.validas, 'válida', 'válidas')}, ${cantidad(documento.conError)} con error, ${de(documento.vacias, 'vacía', 'vacías')}`,
  ];
  if (sinMapear.length > 0) lines.push(`  Columnas que no se usan: ${sinMapear.join(', ')}`);
  if (errores.length > 0) {
    lines.push('  Errores:');
    const rows = errores
      .slice(0, SHOWN)
      .map((error) => [`    fila ${String(error.fila)}`, error.columna ?? '', error.mensaje]);
    lines.push(...tabla(rows), ...more(errores.length));
  }
  if (avisos.length > 0) {
    lines.push('  Avisos:');
    const rows = avisos
      .slice(0, SHOWN)
      .map((aviso) => [`    ${aviso.fila === null ? 'archivo' : `fila ${String(aviso.fila)}`}`, aviso.mensaje]);
    lines.push(...tabla(rows), ...more(avisos.length));
  }
  return lines;
}

/** Whether every row of the file can be sent. */
export const sinErrores = (documento: ValidacionDocumento): boolean =>
  !('codigo' in documento) && documento.conError === 0;
