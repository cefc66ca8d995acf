import type { CivilDate } from '#domain/civil-date.ts';
import { posibleDuplicado, yaEnviado } from '#domain/cupones/avisos.ts';
import { CAMPOS_EN_ORDEN, type CuponCampo } from '#domain/cupon.ts';
import type {
  RevisionDocumento,
  RevisionFechas,
  RevisionFila,
  RevisionProblema,
  RevisionResumen,
} from '#contract/revision.ts';
import { lugarDe, type FilaLeida, type RevisionDb } from '#storage/revision/index.ts';
import { avisoDe } from './cargar.ts';
import type { ArchivoEnRevision, EstadoRevision } from './estado.ts';
import { foreseeFixes } from './keep-fixes.ts';

/** How a sheet is called beside another: by its name where they are of one file. */
function nameBeside(one: ArchivoEnRevision | undefined, other: ArchivoEnRevision | undefined): string {
  const hoja = one?.opciones.hoja;
  if (hoja !== undefined && one?.origen === other?.origen) return `la hoja «${hoja}»`;
  return `«${one?.visto.nombre ?? ''}»${hoja === undefined ? '' : `, hoja «${hoja}»`}`;
}

/** The notice of an equal coupon; of another file, it says which. */
function duplicado({ id, duplicaA }: FilaLeida, { archivos }: EstadoRevision): readonly RevisionProblema[] {
  if (duplicaA === null) return [];
  const own = lugarDe(id);
  const first = lugarDe(duplicaA);
  const aviso = posibleDuplicado(own.fila, first.fila);
  const where =
    first.archivo === own.archivo ? '' : ` de ${nameBeside(archivos[first.archivo], archivos[own.archivo])}`;
  return [
    avisoDe({
      ...aviso,
      mensaje: `Es igual a la fila ${String(first.fila)}${where}. Se envían las dos. Si es la misma venta, omití una.`,
    }),
  ];
}

/** A row as screens see it, with what its equals say of it. `hoy`: a day of another year is said with it. */
export function verFila(fila: FilaLeida, estado: EstadoRevision, hoy: CivilDate): RevisionFila {
  const { id, valores, omitida, ignorada, correcciones, anterior } = fila;
  const problemas = [
    ...fila.problemas,
    ...duplicado(fila, estado),
    ...(anterior === null ? [] : [avisoDe(yaEnviado(lugarDe(id).fila, anterior, hoy))]),
  ];
  const conError = fila.problemas.some(({ clase }) => clase === 'error');
  return {
    id,
    ...lugarDe(id),
    estado: ignorada ? 'ignorada' : omitida !== null ? 'omitida' : conError ? 'error' : 'lista',
    valores,
    problemas,
    editada: correcciones !== null,
  };
}

function fechasDe(db: RevisionDb, estado: EstadoRevision): readonly RevisionFechas[] {
  return db.fechasAmbiguas().flatMap(({ archivo, campo, filas, id }) => {
    const known = CAMPOS_EN_ORDEN.find((one) => one === campo);
    if (known === undefined) return [];
    const ejemplo = db.fila(id)?.problemas.find((one) => one.campo === known)?.valor ?? '';
    return [{ archivo, campo: known, columna: estado.archivos[archivo]?.nombres[known] ?? known, filas, ejemplo }];
  });
}

/** Fields with a column in some file, in wire order. */
export const camposDe = ({ archivos }: EstadoRevision): readonly CuponCampo[] =>
  CAMPOS_EN_ORDEN.filter((campo) => archivos.some(({ nombres }) => nombres[campo] !== undefined));

/** Fields with an error or a notice in some row, in wire order. */
function conProblemaDe(db: RevisionDb): readonly CuponCampo[] {
  const campos = db.camposConProblema();
  return CAMPOS_EN_ORDEN.filter((campo) => campos.includes(campo));
}

export function verResumen(db: RevisionDb, estado: EstadoRevision): RevisionResumen {
  return {
    ...db.cuentas(),
    ...db.historia(),
    campos: camposDe(estado),
    fechas: fechasDe(db, estado),
    enviados: db.enviados(),
  };
}

export function verDocumento(db: RevisionDb, estado: EstadoRevision): RevisionDocumento {
  return {
    revision: estado.revision,
    estado: estado.estado,
    archivos: estado.archivos.map(({ visto }) => visto),
    conProblema: conProblemaDe(db),
    resumen: estado.estado === 'columnas' ? null : verResumen(db, estado),
    arreglos: estado.estado === 'columnas' ? foreseeFixes(db, estado) : (estado.arreglos ?? null),
    carga: estado.carga,
  };
}
