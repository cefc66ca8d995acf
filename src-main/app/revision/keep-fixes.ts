import type { RevisionArreglos } from '#contract/revision.ts';
import { CAMPOS_EN_ORDEN, type CuponCampo } from '#domain/cupon.ts';
import {
  idDe,
  lugarDe,
  type BuscarEnviados,
  type Correccion,
  type Correcciones,
  type FilaGuardada,
  type FilaLeida,
  type Omision,
  type RevisionDb,
} from '#storage/revision/index.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import { revalidar, type Edicion } from './corregir.ts';
import type { ArchivoEnRevision, EstadoRevision, HojaLeida } from './estado.ts';

/** Where each field of a sheet was read from: its column's letter. */
const lettersOf = ({ visto }: ArchivoEnRevision): HojaLeida['letras'] =>
  Object.fromEntries(
    (visto.tabla?.columnas ?? []).flatMap(({ campo, letra }) => (campo === null ? [] : [[campo, letra]])),
  );

/** What is noted of the sheets whose rows were read, for when their columns change. */
export const sheetsRead = (archivos: readonly ArchivoEnRevision[]): readonly HojaLeida[] =>
  archivos.map((one) => ({ origen: one.origen, hoja: one.opciones.hoja ?? null, letras: lettersOf(one) }));

/** What a person did to a row: what was put in its cells, and why it was left out. */
interface Fix {
  readonly id: number;
  readonly correcciones: Correcciones;
  readonly omitida: Omision | null;
}

/** Everything that a person did to the rows that were read, before they are read again. */
export const collectFixes = (db: RevisionDb): readonly Fix[] => db.hechas();

/** For each sheet that was read, its place among those of now, and the fields that come from the same column as then. */
function matchSheets(antes: readonly HojaLeida[], archivos: readonly ArchivoEnRevision[]) {
  const ahora = sheetsRead(archivos);
  return antes.map(({ origen, hoja, letras }) => {
    const place = ahora.findIndex((one) => one.origen === origen && one.hoja === hoja);
    const now = ahora[place];
    const same = CAMPOS_EN_ORDEN.filter((campo) => now !== undefined && letras[campo] === now.letras[campo]);
    return { place, same: new Set<CuponCampo>(same) };
  });
}

interface Sorted {
  readonly arreglos: RevisionArreglos;
  /** What stays of each row, and the id that it has now. */
  readonly kept: readonly Fix[];
}

/** What of it outlives other columns: what was put in a cell whose field still comes from the same column. */
function sortFixes(fixes: readonly Fix[], { hojasLeidas = [], archivos }: EstadoRevision): Sorted {
  const sheets = matchSheets(hojasLeidas, archivos);
  const quitados = new Map<CuponCampo, number>();
  const kept: Fix[] = [];
  let mantenidos = 0;
  for (const { id, correcciones, omitida } of fixes) {
    const lugar = lugarDe(id);
    const { place = -1, same } = sheets[lugar.archivo] ?? {};
    const stay: Partial<Record<CuponCampo, Correccion>> = {};
    for (const campo of CAMPOS_EN_ORDEN) {
      const put = correcciones[campo];
      if (put === undefined) continue;
      if (same?.has(campo) === true) {
        stay[campo] = put;
        mantenidos++;
      } else quitados.set(campo, (quitados.get(campo) ?? 0) + 1);
    }
    if (place >= 0) kept.push({ id: idDe(place, lugar.fila), correcciones: stay, omitida });
  }
  const lista = [...quitados].map(([campo, celdas]) => ({ campo, celdas }));
  return { arreglos: { mantenidos, quitados: lista, incluidas: 0 }, kept };
}

/** What would be kept and what not if the rows were read with the columns of now; null when nothing was done to them. */
export function foreseeFixes(db: RevisionDb, estado: EstadoRevision): RevisionArreglos | null {
  const fixes = collectFixes(db);
  return fixes.length === 0 ? null : sortFixes(fixes, estado).arreglos;
}

interface Pedido {
  readonly db: RevisionDb;
  /** With the sheets that were read then and the columns of now. */
  readonly estado: EstadoRevision;
  readonly fixes: readonly Fix[];
  readonly hoy: CivilDate;
  readonly buscar: BuscarEnviados;
}

/** Whether a row that was left out stays so: for its errors while it has some, for having been sent while it was. */
function staysOut(fila: FilaGuardada, { anterior }: FilaLeida, omision: Omision | null): boolean {
  if (omision === 'error') return fila.problemas.some(({ clase }) => clase === 'error');
  return omision === 'persona' || (omision === 'enviado' && anterior !== null);
}

/** Puts back what a person did to the rows, now that they were read with other columns. Null when there was nothing. */
export function putFixesBack({ db, estado, fixes, hoy, buscar }: Pedido): RevisionArreglos | null {
  if (fixes.length === 0) return null;
  const { arreglos, kept } = sortFixes(fixes, estado);
  const rows = kept.flatMap((fix) => {
    const fila = db.fila(fix.id);
    return fila === undefined || fila.ignorada ? [] : [{ fix, fila }];
  });
  const ediciones = rows.flatMap(({ fix, fila }): Edicion[] =>
    Object.keys(fix.correcciones).length === 0 ? [] : [{ fila, celdas: fix.correcciones }],
  );
  const mended = new Map(revalidar(ediciones, { estado, hoy }).map((fila) => [fila.id, fila]));
  let incluidas = 0;
  const changed = rows.flatMap(({ fix, fila }): FilaGuardada[] => {
    const { duplicaA: _duplicaA, ocurrencia: _ocurrencia, anterior: _anterior, ...same } = fila;
    const now = mended.get(fila.id) ?? same;
    const out = staysOut(now, fila, fix.omitida);
    if (fix.omitida !== null && !out) incluidas++;
    return out || mended.has(fila.id) ? [{ ...now, omitida: out ? fix.omitida : null }] : [];
  });
  db.reponer(changed, buscar);
  return { ...arreglos, incluidas };
}
