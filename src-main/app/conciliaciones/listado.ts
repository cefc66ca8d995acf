import type { CargaListada, ConciliacionDocumento } from '#contract/documents.ts';
import { addDays, civilDateAt, civilDateTimeAt, type CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import { plegar } from '#domain/upload/index.ts';
import type { Libro } from '#storage/ledger/index.ts';
import type { Resultados } from '#storage/resultados/index.ts';
import { rowsOfFiles } from '../conciliar/rows-of-files.ts';
import { cargasDe } from '../inicio/edades.ts';
import { AJUSTES, estadoDe } from '../upload/index.ts';
import type { NameOf } from './names.ts';
import { fueBorrada } from './borradas.ts';
import { documentoDe } from './documento.ts';

/** What this PC knows of the reconciliations of an account, without the service. */
export interface LocalSources {
  /** Undefined when nothing was ever sent from here. */
  readonly libro: Libro | undefined;
  /** Undefined when no result was ever kept. */
  readonly guardados: Resultados | undefined;
  /** The account's id. */
  readonly cuenta: string;
  readonly nameOf: NameOf;
}

/** Tells of an upload and its reconciliation that this is not on the service any more, as far as is known since anything last happened to that upload. */
export function createMissing(
  libro: Pick<Libro, 'ultimoEvento'>,
  guardados: Pick<Resultados, 'borradas' | 'ausentes'> | undefined,
): (carga: string, conciliacion: string | null) => { readonly borrada?: true; readonly ausente?: true } {
  const borradas = guardados?.borradas();
  const ausentes = guardados?.ausentes();
  return (carga, conciliacion) => {
    if (fueBorrada({ libro, borradas }, carga, conciliacion)) return { borrada: true };
    return fueBorrada({ libro, borradas: ausentes }, carga, conciliacion) ? { ausente: true } : {};
  };
}

/** Uploads of this PC, newest first, as the ledger knows them. */
export function listUploads({ libro, guardados, cuenta, nameOf }: LocalSources): readonly CargaListada[] {
  if (libro === undefined) return [];
  const vistas = new Map(cargasDe({ libro, resultados: guardados }, cuenta).map((vista) => [vista.carga, vista]));
  const aprendido = libro.aprendido(cuenta);
  const missing = createMissing(libro, guardados);
  return libro.uploads(cuenta).map(({ carga, archivos, total, congelado }) => {
    const m = plegar(libro.eventos(carga), { ajustes: AJUSTES, aprendido, mono: 0 });
    const vista = vistas.get(carga);
    const nombre = m.id === null ? undefined : nameOf(m.id, carga);
    return {
      carga,
      estado: estadoDe(m),
      archivo: archivos.join(', '),
      filas: rowsOfFiles(total, libro.errores(carga)),
      cupones: total,
      enviados: m.aplicados,
      id: m.id,
      ...(nombre === undefined ? {} : { nombre }),
      at: congelado,
      ...(vista === undefined ? {} : { leida: { conciliados: vista.conciliados, sin_conciliar: vista.sinConciliar } }),
      ...missing(carga, m.id),
    };
  });
}

/** Documents of reconciliations with what this PC knows of each besides: its files, and what was read of its result. */
export function createDescriber({
  libro,
  guardados,
  cuenta,
  nameOf,
}: LocalSources): (conciliacion: Conciliacion) => ConciliacionDocumento {
  const leidas = guardados?.leidas();
  const ausentes = guardados?.ausentes();
  return (conciliacion) => {
    const { id } = conciliacion;
    const carga = libro?.cargaDe(cuenta, id) ?? null;
    const archivos = carga === null ? undefined : libro?.upload(carga)?.archivos;
    const leida = leidas?.get(id);
    const nombre = nameOf(id, carga);
    return {
      ...documentoDe(conciliacion, carga),
      ...(nombre === undefined ? {} : { nombre }),
      ...(archivos === undefined ? {} : { archivos }),
      ...(leida === undefined
        ? {}
        : {
            leida: {
              leido: civilDateTimeAt(leida.leido),
              conciliados: leida.conciliados.cupones,
              sin_conciliar: leida.sinConciliar.cupones,
              importe_conciliado: leida.conciliados.importe,
              importe_sin_conciliar: leida.sinConciliar.importe,
              desde: leida.dias?.desde ?? null,
              hasta: leida.dias?.hasta ?? null,
            },
          }),
      ...(ausentes?.has(id) === true ? { ausente: true as const } : {}),
    };
  };
}

/** Every reconciliation whose result was read and is kept here, as it was then. */
export function listKept(sources: LocalSources): readonly ConciliacionDocumento[] {
  const describe = createDescriber(sources);
  return [...(sources.guardados?.leidas().values() ?? [])].map(({ encabezado }) => describe(encabezado));
}

/**
 * Keeps what a whole list says of the reconciliations that are known here: those that it has are there, and those of its days that it lacks are not any
 * more. One that was not compared yet may be left out by services that list only finished ones, so only finished ones are missed. The first day of a
 * list may be cut by its hour.
 */
export function notePresence(
  { libro, guardados, cuenta, nameOf }: LocalSources,
  {
    listed,
    desde,
    hasta,
  }: { readonly listed: readonly Conciliacion[]; readonly desde: CivilDate; readonly hasta: CivilDate },
  now: Instant,
): void {
  if (guardados === undefined) return;
  const there = new Set(listed.map(({ id }) => id));
  const ausentes = guardados.ausentes();
  for (const id of there) if (ausentes.has(id)) guardados.aparecer(id);
  const inside = (dia: CivilDate | null): boolean => dia !== null && dia >= addDays(desde, 1) && dia <= hasta;
  const finished = new Map<string, CivilDate | null>();
  for (const { encabezado } of guardados.leidas().values()) finished.set(encabezado.id, encabezado.fecha);
  for (const { id, estado, at } of listUploads({ libro, guardados, cuenta, nameOf }))
    if (id !== null && estado === 'TERMINADA') finished.set(id, civilDateAt(at));
  for (const [id, dia] of finished) if (!there.has(id) && inside(dia) && !ausentes.has(id)) guardados.faltar(id, now);
}
