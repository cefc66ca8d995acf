import { civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import { type SandboxContext, writeId, listPossibleIds, Refusal } from './parameters.ts';
import {
  getExistingKey,
  parseReceived,
  takeCupon,
  type RawCupon,
  type ReadCupon,
  createMatcher,
  type Pairing,
} from './match.ts';

/** `clase`: whether the coupon is new, is already in a reconciliation, or cannot be read. */
export interface StoredCupon {
  readonly crudo: RawCupon;
  readonly leido: ReadCupon | undefined;
  readonly clase: 'nuevo' | 'existe' | 'error';
  pairing: Pairing | undefined;
}

export type StoredConciliacion = ReturnType<typeof createStored>;
const createStored = (id: number, fecha: CivilDate) => ({
  id,
  fecha,
  estado: 'PENDIENTE' as 'PENDIENTE' | 'IMPORTADO',
  cerrada: null as Instant | null,
  cupones: [] as StoredCupon[],
  /** The coupons of `cupones` that were new on arrival: only they are counted as matched or unmatched. */
  nuevos: [] as StoredCupon[],
  /** Updated with each batch: every batch is preceded by a read of the header, which must not count 100,000 coupons again. */
  counts: createCounts(),
  /** The first and the last day of sale; empty until a coupon could be read. */
  origen: { desde: '', hasta: '' },
  /** How many of `nuevos` matched; 0 until the reconciliation is closed. */
  conciliados: 0,
});

const createCounts = () => ({ recibidos: 0, nuevos: 0, existen: 0, error: 0 });
type Counts = ReturnType<typeof createCounts>;

function count(counts: Counts, { clase }: StoredCupon): void {
  counts.recibidos++;
  if (clase === 'nuevo') counts.nuevos++;
  else if (clase === 'existe') counts.existen++;
  else counts.error++;
}

function extendRange(origin: { desde: string; hasta: string }, { crudo, leido }: StoredCupon): void {
  const date = leido === undefined ? '' : (crudo.fecha_venta ?? '').trim().slice(0, 10);
  if (date === '') return;
  if (origin.desde === '' || date < origin.desde) origin.desde = date;
  if (date > origin.hasta) origin.hasta = date;
}

const countMatched = (cupones: readonly StoredCupon[]): number =>
  cupones.reduce((n, { pairing }) => (pairing === undefined ? n : n + 1), 0);

/** `firstId`: the number of the first reconciliation. */
export function createConciliaciones(context: SandboxContext, firstId: number) {
  const { data, switches, clock } = context;
  const stored = new Map<number, StoredConciliacion>();
  /** By the key of a coupon: the reconciliations that received it as new. */
  const existing = new Map<string, number[]>();
  const pairUp = createMatcher(data);
  let next = firstId;

  const createConciliacion = (): StoredConciliacion => {
    const fresh = createStored(next++, civilDateAt(clock.now()));
    stored.set(fresh.id, fresh);
    return fresh;
  };
  const search = (id: string): StoredConciliacion | undefined =>
    listPossibleIds(id)
      .map((n) => stored.get(n))
      .find((c) => c !== undefined);

  const save = (conciliacion: StoredConciliacion, raw: RawCupon): StoredCupon => {
    const reading = parseReceived(raw);
    if (reading === undefined) return { crudo: raw, leido: reading, clase: 'error', pairing: undefined };
    const key = getExistingKey(raw, reading, switches);
    const ids = existing.get(key);
    const exists = ids?.some((id) => id !== conciliacion.id && stored.has(id)) === true;
    if (exists) return { crudo: raw, leido: reading, clase: 'existe', pairing: undefined };
    if (ids === undefined) existing.set(key, [conciliacion.id]);
    else ids.push(conciliacion.id);
    return { crudo: raw, leido: reading, clase: 'nuevo', pairing: undefined };
  };

  const listRows = ({ cupones, nuevos }: StoredConciliacion): readonly StoredCupon[] =>
    switches.resultado_existentes === 'si' ? cupones.filter(({ clase }) => clase !== 'error') : nuevos;

  const closeConciliacion = (conciliacion: StoredConciliacion): void => {
    conciliacion.estado = 'IMPORTADO';
    conciliacion.cerrada = clock.now();
    const rows = listRows(conciliacion);
    const pairings = pairUp(rows.flatMap((c) => c.leido ?? []));
    for (const [i, cupon] of rows.entries()) cupon.pairing = pairings[i];
    conciliacion.conciliados = countMatched(conciliacion.nuevos);
  };

  const findDestination = (id: string): StoredConciliacion => {
    if (id === '0') return createConciliacion();
    const own = search(id);
    if (own === undefined) throw new Refusal(400, 'Conciliación no encontrada');
    if (own.estado === 'IMPORTADO') throw new Refusal(400, 'La conciliación ya fue importada');
    return own;
  };

  return {
    /** Adds a batch; `isLast` closes the reconciliation. Returns the counts of this batch, or of all batches so far with `contadores=acumulado`. */
    upload(id: string, cuponData: readonly unknown[], isLast: boolean): { id: string; counts: Counts } {
      if (cuponData.length === 0) throw new Refusal(400, 'No hay cupones en datos');
      if (switches.max_lote > 0 && cuponData.length > switches.max_lote) {
        throw new Refusal(413, `No se admiten más de ${String(switches.max_lote)} cupones`);
      }
      const raw = cuponData.map((datum) => takeCupon(datum, switches));
      const conciliacion = findDestination(id);
      const own = createCounts();
      for (const rawText of raw) {
        const cupon = save(conciliacion, rawText);
        conciliacion.cupones.push(cupon);
        if (cupon.clase === 'nuevo') conciliacion.nuevos.push(cupon);
        count(own, cupon);
        count(conciliacion.counts, cupon);
        extendRange(conciliacion.origen, cupon);
      }
      if (isLast) closeConciliacion(conciliacion);
      const counts = switches.contadores === 'acumulado' ? conciliacion.counts : own;
      return { id: writeId(conciliacion.id, switches), counts };
    },
    search,
    remove(conciliacion: StoredConciliacion): void {
      stored.delete(conciliacion.id);
    },
    readAll: (): readonly StoredConciliacion[] => [...stored.values()],
    /**
     * What a reader sees now, by the switches `demora_ms`, `demora_forma` and `resultado_pendiente`. `hidden`: the matches of the visible coupons are not
     * shown yet.
     */
    vista(conciliacion: StoredConciliacion) {
      const { nuevos } = conciliacion;
      const rows = listRows(conciliacion);
      if (conciliacion.cerrada === null) {
        const visible = switches.resultado_pendiente === 'si' ? rows : [];
        return { visible, hidden: true, conciliados: 0, sinConciliar: 0 };
      }
      const elapsed = clock.now() - conciliacion.cerrada;
      const isReady = elapsed >= switches.demora_ms;
      if (!isReady && switches.demora_forma === 'sin_conciliar') {
        return { visible: rows, hidden: true, conciliados: 0, sinConciliar: nuevos.length };
      }
      if (isReady) {
        const { conciliados } = conciliacion;
        return { visible: rows, hidden: false, conciliados, sinConciliar: nuevos.length - conciliados };
      }
      const part = switches.demora_forma === 'gradual' ? elapsed / switches.demora_ms : 0;
      const visible = rows.slice(0, Math.floor(rows.length * part));
      const counted = visible.filter(({ clase }) => clase === 'nuevo');
      const matched = countMatched(counted);
      return { visible, hidden: false, conciliados: matched, sinConciliar: counted.length - matched };
    },
  };
}
export type Conciliaciones = ReturnType<typeof createConciliaciones>;
