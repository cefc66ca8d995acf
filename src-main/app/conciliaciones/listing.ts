import type { ListedUpload, ConciliacionDocument } from '#contract/documents.ts';
import { addDays, civilDateAt, civilDateTimeAt, type CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import { fold } from '#domain/upload/index.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Results } from '#storage/results/index.ts';
import { rowsOfFiles } from '../uploaded/rows-of-files.ts';
import { uploadsOf } from '../uploaded/uploads.ts';
import { DEFAULTS, statusOf } from '../upload/index.ts';
import type { NameOf } from './names.ts';
import { wasDeleted } from '../uploaded/deleted.ts';
import { documentOf } from './document.ts';

/** The stores that know of an account's reconciliations without the service. */
export interface LocalSources {
  /** Undefined when nothing was ever sent from here. */
  readonly ledger: Ledger | undefined;
  /** Undefined when no result was ever kept. */
  readonly kept: Results | undefined;
  /** The account's id. */
  readonly cuenta: string;
  readonly nameOf: NameOf;
}

/** Tells whether the service lost the reconciliation of an upload after that upload's last event. */
export function createMissing(
  ledger: Pick<Ledger, 'getLastEvent'>,
  stored: Pick<Results, 'readDeleted' | 'readMissing'> | undefined,
): (carga: string, conciliacion: string | null) => { readonly borrada?: true; readonly ausente?: true } {
  const deleted = stored?.readDeleted();
  const absent = stored?.readMissing();
  return (carga, conciliacion) => {
    if (wasDeleted({ ledger, deleted }, carga, conciliacion)) return { borrada: true };
    return wasDeleted({ ledger, deleted: absent }, carga, conciliacion) ? { ausente: true } : {};
  };
}

/** Uploads of this PC, newest first, as the ledger knows them. */
export function listUploads({ ledger, kept: stored, cuenta, nameOf }: LocalSources): readonly ListedUpload[] {
  if (ledger === undefined) return [];
  const vistas = new Map(uploadsOf({ ledger, results: stored }, cuenta).map((vista) => [vista.carga, vista]));
  const learned = ledger.readLearned(cuenta);
  const missing = createMissing(ledger, stored);
  return ledger.uploads(cuenta).map(({ carga, archivos, total, congelado }) => {
    const m = fold(ledger.readEvents(carga), { ajustes: DEFAULTS, aprendido: learned, mono: 0 });
    const vista = vistas.get(carga);
    const nombre = m.id === null ? undefined : nameOf(m.id, carga);
    return {
      carga,
      estado: statusOf(m),
      archivo: archivos.join(', '),
      filas: rowsOfFiles(total, ledger.readErrors(carga)),
      cupones: total,
      enviados: m.applied,
      id: m.id,
      ...(nombre === undefined ? {} : { nombre }),
      at: congelado,
      ...(vista === undefined ? {} : { leida: { conciliados: vista.conciliados, sin_conciliar: vista.sinConciliar } }),
      ...missing(carga, m.id),
    };
  });
}

/** Adds to reconciliations what this PC knows of each: its files, and the reading of its result. */
export function createDescriber({
  ledger,
  kept: stored,
  cuenta,
  nameOf,
}: LocalSources): (conciliacion: Conciliacion) => ConciliacionDocument {
  const readings = stored?.listReadings();
  const absent = stored?.readMissing();
  return (conciliacion) => {
    const { id } = conciliacion;
    const carga = ledger?.uploadOf(cuenta, id) ?? null;
    const archivos = carga === null ? undefined : ledger?.upload(carga)?.archivos;
    const leida = readings?.get(id);
    const nombre = nameOf(id, carga);
    return {
      ...documentOf(conciliacion, carga),
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
      ...(absent?.has(id) === true ? { ausente: true as const } : {}),
    };
  };
}

/** Every reconciliation with a kept result, as it was when it was read. */
export function listKept(sources: LocalSources): readonly ConciliacionDocument[] {
  const describe = createDescriber(sources);
  return [...(sources.kept?.listReadings().values() ?? [])].map(({ encabezado }) => describe(encabezado));
}

/**
 * Records what a complete list says about the reconciliations known here: listed ones exist; unlisted ones of the same days are gone. Some
 * services list only finished reconciliations, so only finished ones count as gone. The first day of a list may be incomplete, because the list
 * begins at an hour.
 */
export function notePresence(
  { ledger, kept: stored, cuenta, nameOf }: LocalSources,
  {
    listed,
    desde,
    hasta,
  }: { readonly listed: readonly Conciliacion[]; readonly desde: CivilDate; readonly hasta: CivilDate },
  now: Instant,
): void {
  if (stored === undefined) return;
  const there = new Set(listed.map(({ id }) => id));
  const absent = stored.readMissing();
  for (const id of there) if (absent.has(id)) stored.reappear(id);
  const inside = (dia: CivilDate | null): boolean => dia !== null && dia >= addDays(desde, 1) && dia <= hasta;
  const finished = new Map<string, CivilDate | null>();
  for (const { encabezado } of stored.listReadings().values()) finished.set(encabezado.id, encabezado.fecha);
  for (const { id, estado, at } of listUploads({ ledger, kept: stored, cuenta, nameOf }))
    if (id !== null && estado === 'TERMINADA') finished.set(id, civilDateAt(at));
  for (const [id, dia] of finished) if (!there.has(id) && inside(dia) && !absent.has(id)) stored.markMissing(id, now);
}
