import path from 'node:path';
import { z } from 'zod';
import type { ConciliacionDocument, ListedUpload } from '#contract/documents.ts';
import { civilDateAt, civilDateTimeAt, type CivilDate, type DateWindow } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Results } from '#storage/results/open.ts';
import { createMachines, rowsOfFiles, uploadsOf, wasDeleted } from '../uploaded/uploads.ts';
import type { In } from '#domain/upload/machine.ts';
import { findFailing, statusOf } from '../upload/index.ts';
import { tellTo, type Tell } from '#domain/texts/statements.ts';
import { readJsonFile, writeJsonAtomic, refuseNewer } from '#platform/atomic-file.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import type { Account } from '../accounts/account.ts';

export interface LocalSources {
  readonly ledger: Ledger | undefined;
  readonly kept: Results | undefined;
  readonly account: string;
  readonly nameOf: NameOf;
}

/** Returns a function that tells whether the service no longer has the reconciliation of an upload, as seen after the last event of that upload. */
export function createMissing(
  ledger: Pick<Ledger, 'getLastEvent' | 'readDeletions'>,
  stored: Pick<Results, 'readMissing'> | undefined,
): (upload: string, conciliacion: string | null) => { readonly borrada?: true; readonly ausente?: true } {
  const deleted = ledger.readDeletions();
  const absent = stored?.readMissing() ?? new Map<string, Instant>();
  return (upload, conciliacion) => {
    if (wasDeleted({ ledger, deleted }, upload, conciliacion)) return { borrada: true };
    return wasDeleted({ ledger, deleted: absent }, upload, conciliacion) ? { ausente: true } : {};
  };
}

/** Why an upload stopped, with the rows for which the service failed. */
function toStop(ledger: Ledger, upload: string, { codigo, envio: sending }: In<'STOPPED'>) {
  const failing = sending === undefined ? null : findFailing(ledger, upload, { sending });
  return { codigo, ...(failing === null ? {} : { detalle: failing.detalle }) };
}

export function listUploads({ ledger, kept: stored, account, nameOf }: LocalSources): readonly ListedUpload[] {
  if (ledger === undefined) return [];
  const seenUploads = new Map(uploadsOf({ ledger, results: stored }, account).map((vista) => [vista.carga, vista]));
  const machineOf = createMachines(ledger, account);
  const missing = createMissing(ledger, stored);
  return ledger.uploads(account).map(({ carga, archivos, total, congelado }) => {
    const m = machineOf(carga);
    const seen = seenUploads.get(carga);
    const name = m.id === null ? undefined : nameOf(m.id, carga);
    return {
      carga,
      estado: statusOf(m),
      archivo: archivos.join(', '),
      filas: rowsOfFiles(total, {
        readErrors: () => ledger.readErrors(carga),
        readNotices: () => ledger.readNotices(carga),
      }),
      cupones: total,
      enviados: m.applied,
      id: m.id,
      ...(name === undefined ? {} : { nombre: name }),
      at: congelado,
      ...(m.fase.state === 'STOPPED' ? { detenida: toStop(ledger, carga, m.fase) } : {}),
      ...(seen === undefined ? {} : { leida: { conciliados: seen.conciliados, sin_conciliar: seen.sinConciliar } }),
      ...missing(carga, m.id),
    };
  });
}

export function createDescriber(localSources: LocalSources): (conciliacion: Conciliacion) => ConciliacionDocument {
  const { ledger, kept: stored, account, nameOf } = localSources;
  const readings = stored?.listReadings();
  const absent = stored?.readMissing();
  return (conciliacion) => {
    const { id } = conciliacion;
    const upload = ledger?.uploadOf(account, id) ?? null;
    const files = upload === null ? undefined : ledger?.upload(upload)?.archivos;
    const reading = readings?.get(id);
    return {
      ...documentOf(conciliacion, upload, nameOf(id, upload)),
      ...(files === undefined ? {} : { archivos: files }),
      ...(reading === undefined
        ? {}
        : {
            leida: {
              leido: civilDateTimeAt(reading.leido),
              conciliados: reading.conciliados.cupones,
              sin_conciliar: reading.sinConciliar.cupones,
              importe_conciliado: reading.conciliados.importe,
              importe_sin_conciliar: reading.sinConciliar.importe,
              contados: { conciliados: reading.encabezado.conciliados, sin_conciliar: reading.encabezado.sinConciliar },
              desde: reading.dias?.desde ?? null,
              hasta: reading.dias?.hasta ?? null,
            },
          }),
      ...(absent?.has(id) === true ? { ausente: true as const } : {}),
    };
  };
}

export function listKept(sources: LocalSources): readonly ConciliacionDocument[] {
  const describe = createDescriber(sources);
  return [...(sources.kept?.listReadings().values() ?? [])].map(({ encabezado }) => describe(encabezado));
}

/**
 * Notes, from a complete list, which known reconciliations the service still has. An unlisted reconciliation of the same days is gone if it is finished:
 * some services list only finished ones. Ignores the first day, because the list begins at an hour of that day, and the last day, because the service
 * may give an upload of that day the date of the next day.
 */
export function notePresence(
  sources: LocalSources,
  { listed, desde, hasta }: DateWindow & { readonly listed: readonly Conciliacion[] },
  now: Instant,
): void {
  const { kept: stored } = sources;
  if (stored === undefined) return;
  const there = new Set(listed.map(({ id }) => id));
  const absent = stored.readMissing();
  for (const id of there) if (absent.has(id)) stored.reappear(id);
  const isInside = (day: CivilDate | null): boolean => day !== null && day > desde && day < hasta;
  const finished = new Map<string, CivilDate | null>();
  for (const { encabezado } of stored.listReadings().values()) finished.set(encabezado.id, encabezado.fecha);
  for (const { id, estado, at } of listUploads(sources))
    if (id !== null && estado === 'TERMINADA') finished.set(id, civilDateAt(at));
  for (const [id, day] of finished) if (!there.has(id) && isInside(day) && !absent.has(id)) stored.markMissing(id, now);
}

/** The keys of docs/cli.md, `conciliaciones listar --json`. */
export const documentOf = (conciliacion: Conciliacion, upload: string | null, name?: string): ConciliacionDocument => ({
  id: conciliacion.id,
  fecha: conciliacion.fecha,
  origen_desde: conciliacion.origenDesde,
  origen_hasta: conciliacion.origenHasta,
  total: conciliacion.total,
  nuevos: conciliacion.nuevos,
  existentes: conciliacion.existentes,
  error: conciliacion.error,
  conciliados: conciliacion.conciliados,
  sin_conciliar: conciliacion.sinConciliar,
  estado: conciliacion.estado,
  carga: upload,
  ...(name === undefined ? {} : { nombre: name }),
});

const VERSION = 1;
const named = z.object({
  id: z.string(),
  /** The upload that made the reconciliation; null if another PC or program made it. */
  carga: z.string().nullable(),
  nombre: z.string(),
});
const namesFile = z.object({ version: z.literal(VERSION), nombres: z.array(named) });
type Named = z.infer<typeof named>;
type Which = Omit<Named, 'nombre'>;

/** The name that a person gave a reconciliation; undefined if none. Needs the upload too, because a service that was reset gives the same numbers again. */
export type NameOf = (id: string, upload: string | null) => string | undefined;

/** The names that people give to reconciliations: `nombres.json` in the account's folder. */
export type Names = ReturnType<typeof createNames>;

export function parseNames(value: unknown): readonly Named[] {
  refuseNewer(value, VERSION, { archivo: 'nombres.json' });
  return namesFile.parse(value).nombres;
}

/** Opens the names. Reading a damaged file sets it aside, tells the person and gives no names. */
export function createNames(data: Pick<DataFolder, 'accountFolder'>, onNotice: Tell = () => undefined) {
  const tellDamaged = (aside: string): void => tellTo(onNotice, 'nombres_danados', { nombre: path.basename(aside) });
  const read = async ({ id }: Pick<Account, 'id'>): Promise<readonly Named[]> =>
    (await readJsonFile(data.accountFolder(id).names, parseNames, tellDamaged)) ?? [];
  const write = async (id: string, names: readonly Named[]): Promise<void> => {
    const { folder, names: file } = data.accountFolder(id);
    await ensureFolder(folder);
    await writeJsonAtomic(file, { version: VERSION, nombres: names });
  };
  return {
    of: async (account: Account): Promise<NameOf> => {
      const all = await read(account);
      return (id, upload) => all.find((one) => one.id === id && one.carga === upload)?.nombre;
    },
    /** Null removes the name. The caller holds the instance lock. Throws the disk's errors. */
    give: async (account: Account, which: Which, name: string | null): Promise<void> => {
      const before = await read(account);
      const others = before.filter(({ id }) => id !== which.id);
      if (name === null && others.length === before.length) return;
      const names = name === null ? others : [...others, { ...which, nombre: name }];
      await write(account.id, names);
    },
    /** Names reconciliations that have no name; returns how many. */
    addMissing: async (id: string, names: readonly Named[]): Promise<number> => {
      const before = await read({ id });
      const fresh = names.filter((one) => !before.some((other) => other.id === one.id && other.carga === one.carga));
      if (fresh.length > 0) await write(id, [...before, ...fresh]);
      return fresh.length;
    },
  };
}
