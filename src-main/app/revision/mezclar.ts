import { AppError } from '#contract/errors.ts';
import { CAMPOS_EN_ORDEN, CUPON_CAMPOS, type CuponCampo } from '#domain/cupon.ts';
import type { FilaPorValidar } from '#domain/cupones/validate-rows.ts';
import type { RevisionDb } from '#storage/revision/index.ts';
import type { Import, Seguimiento } from '../import/index.ts';
import { parseCanonical } from '../import/parse-canonical.ts';
import { leerColumnas } from './archivos.ts';
import type { Edicion } from './corregir.ts';
import type { ArchivoEnRevision, EstadoRevision } from './estado.ts';
import { CLAVE, idDeClave, isSameInSheet, tituloDe } from './planilla.ts';

type Valores = Readonly<Partial<Record<CuponCampo, string>>>;

/** True for the columns of a workbook of errors that this revision wrote. */
export function esDeErrores({ visto }: ArchivoEnRevision, { revision }: EstadoRevision): boolean {
  const clave = visto.tabla?.columnas.find(({ titulo }) => titulo === CLAVE);
  return clave?.muestras.some((muestra) => idDeClave(revision, muestra) !== undefined) ?? false;
}

/** A text field that the file does not use carries the key through the import, which knows nothing of keys. */
const PORTADORES = [
  'auxiliar_5',
  'auxiliar_4',
  'auxiliar_3',
  'auxiliar_2',
  'auxiliar_1',
  'referencia_extra',
  'referencia',
] as const;

interface Pedido {
  readonly db: RevisionDb;
  readonly estado: EstadoRevision;
  readonly ruta: string;
}

/** The rows of a corrected workbook of errors as edits of the rows that they came from. Rows of no revision are counted. */
export async function leerCorregidas(
  importacion: Import,
  { db, estado, ruta }: Pedido,
  seguimiento: Seguimiento,
): Promise<{ readonly ediciones: readonly Edicion[]; readonly ajenas: number }> {
  const { visto } = (await leerColumnas(importacion, { ruta, origen: 0, opciones: {} }, seguimiento)).archivo;
  const titulos = new Set(visto.tabla?.columnas.map(({ titulo }) => titulo) ?? []);
  if (!titulos.has(CLAVE)) throw new AppError('ARCHIVO_ILEGIBLE', { mensaje: visto.problema?.mensaje ?? SIN_CLAVE });
  const presentes = CAMPOS_EN_ORDEN.filter((campo) => titulos.has(tituloDe(campo)));
  const portador = PORTADORES.find((campo) => !presentes.includes(campo));
  if (portador === undefined) throw new AppError('ARCHIVO_ILEGIBLE', { mensaje: SIN_CLAVE });

  const ediciones: Edicion[] = [];
  let ajenas = 0;
  const take = (valores: Valores, leidos: Valores): void => {
    const id = idDeClave(estado.revision, valores[portador] ?? '');
    const fila = id === undefined ? undefined : db.fila(id);
    if (fila === undefined) ajenas += 1;
    else ediciones.push({ fila, celdas: cambiadas(fila.valores, { presentes, valores, leidos }) });
  };
  const mapear = Object.fromEntries(
    CAMPOS_EN_ORDEN.map((campo) => [
      campo,
      campo === portador ? CLAVE : presentes.includes(campo) ? tituloDe(campo) : '',
    ]),
  );
  const fechas = CAMPOS_EN_ORDEN.filter((campo) => CUPON_CAMPOS[campo].tipo === 'fecha');
  const { archivos } = await importacion.importar(
    [ruta],
    {
      mapear,
      conRechazadas: true,
      ordenFechas: Object.fromEntries(fechas.map((campo) => [campo, 'dia' as const])),
      sink: ({ textos, rechazadas }) => {
        for (const texto of textos) {
          const cupon = parseCanonical(texto);
          take(cupon, cupon);
        }
        for (const { valores, leidos } of rechazadas) take({ ...valores, ...leidos }, leidos);
      },
    },
    seguimiento,
  );
  const [leido] = archivos;
  if (leido !== undefined && 'codigo' in leido) throw new AppError('ARCHIVO_ILEGIBLE', { mensaje: leido.mensaje });
  return { ediciones: ediciones.filter(({ celdas }) => Object.keys(celdas).length > 0), ajenas };
}

/** The cells whose text is another now. */
function cambiadas(
  antes: Valores,
  { presentes, valores, leidos }: { presentes: readonly CuponCampo[]; valores: Valores; leidos: Valores },
): FilaPorValidar {
  return Object.fromEntries(
    presentes
      .filter((campo) => !isSameInSheet(campo, antes[campo] ?? '', valores[campo] ?? ''))
      .map((campo) => [campo, { texto: valores[campo] ?? '', leido: leidos[campo] !== undefined }]),
  );
}

const SIN_CLAVE =
  'Este archivo no es el de los errores de esta revisión. Las filas quedaron como estaban. Descargá los errores de nuevo y corregí ese.';
