/** Finds the coupons and operations that a person names, and gives the data that decisions store about them. Runs in the thread. */
import { FIELDS_IN_ORDER, parseCanonicalText, pickFields } from '#domain/cupon.ts';
import type { CuponRef } from '#domain/decisions/events.ts';
import { referenceOf, saleKeyOf, withReference } from '#domain/decisions/sales.ts';
import { i32 } from '#domain/matching/fields/codes.ts';
import type { MatchingRows } from '#storage/cache/index.ts';
import type { LedgerToRead } from '#storage/ledger/index.ts';
import { findConciliacion, findUpload } from '../uploaded/uploads.ts';
import type { OpenCupon } from './cupones.ts';
import { createIdOf, toDecidedOperacion, type Decided } from './decided.ts';
import type { Named, NamedCupon, Question } from './questions.ts';
import { createSeqs } from './seqs.ts';
import type { Explained } from './work.ts';

interface Sources {
  readonly cuenta: string;
  readonly ledger: LedgerToRead | undefined;
  readonly rows: MatchingRows | undefined;
  readonly decided: Decided;
}

/** All fields except the auxiliary ones, which may have our marker and say nothing about the sale. */
const OF_SALES = FIELDS_IN_ORDER.filter((field) => !field.startsWith('auxiliar_'));

/** An unmatched coupon, with its upload if the person named that; otherwise why none was found. */
type Found = { readonly open: OpenCupon; readonly own: string | null } | Exclude<NamedCupon, { estado: 'abierto' }>;

function createSeeker({ accountCupones }: Explained, { ledger, cuenta }: Sources): (ref: CuponRef) => Found {
  const openOf = Map.groupBy(accountCupones.open, ({ of }) => of);
  const isMatched = (is: (of: string, place: OpenCupon['place']) => boolean): boolean =>
    [...accountCupones.known.values()].some(({ of, place }) => is(of, place));
  return (ref) => {
    if ('n' in ref) {
      const open = openOf.get(ref.conciliacion)?.find(({ place }) => place.n === ref.n);
      if (open !== undefined) return { open, own: null };
      const matched = isMatched((of, { n }) => of === ref.conciliacion && n === ref.n);
      return { estado: matched ? 'conciliado' : 'no_esta' };
    }
    const carga = ledger === undefined ? null : findUpload(ledger, cuenta, ref.carga);
    if (ledger === undefined || carga === null) return { estado: 'sin_carga' };
    const { total = 0, archivos = [] } = ledger.upload(carga) ?? {};
    const sent = ledger.cupon(carga, ref.seq);
    if (sent === undefined) return { estado: 'sin_numero', carga, total };
    const { fila } = sent;
    const archivo = archivos[sent.archivo] ?? null;
    const named = findConciliacion(ledger, carga) ?? carga;
    const cupon = parseCanonicalText(sent.texto);
    const [key, reference] = [saleKeyOf(cupon), referenceOf(cupon)];
    const own = openOf.get(named) ?? [];
    const says = own.filter((one) => {
      const its = referenceOf(one.cupon);
      return saleKeyOf(one.cupon) === key && (reference === undefined || its === undefined || its === reference);
    });
    const open =
      own.find(({ place }) => place.seq === ref.seq) ??
      says.find(({ place }) => place.archivo === archivo && place.fila === fila) ??
      says[0];
    if (open !== undefined) return { open, own: carga };
    const matched = isMatched((of, place) => of === named && place.archivo === archivo && place.fila === fila);
    return { estado: matched ? 'conciliado' : 'no_esta' };
  };
}

export function findNamed(
  explained: Explained,
  { cupones: refs, operaciones: ids }: Extract<Question, { kind: 'named' }>,
  sources: Sources,
): Named {
  const { accountCupones, byKey } = explained;
  const { ledger, cuenta } = sources;
  const seek = createSeeker(explained, sources);
  const found = refs.map((ref) => ({ ref, one: seek(ref) }));
  const places = found.flatMap(({ one }) => ('open' in one ? [{ ...one.open.place, cupon: one.open.cupon }] : []));
  const seqOf = createSeqs(ledger, cuenta, places);
  const cupones = found.map(({ ref, one }): NamedCupon => {
    if (!('open' in one)) return one;
    const { open, own } = one;
    const sale = accountCupones.saleOf.get(open.key) ?? '';
    const its = accountCupones.sales.get(sale);
    const explanation = byKey.get(open.key) ?? byKey.get(open.same ?? '');
    const { conciliacion, archivo, fila } = open.place;
    // Adds the reference of the sale, which the coupon may lack if another result or an earlier decision has it.
    const cupon = its === undefined ? open.cupon : withReference(open.cupon, its.name.reference);
    const seq = 'seq' in ref ? ref.seq : seqOf({ ...open.place, cupon });
    const carga = own ?? (conciliacion === null ? null : (ledger?.uploadOf(cuenta, conciliacion) ?? null));
    return {
      estado: 'abierto',
      sale,
      cupon: {
        ...{ carga: seq === null ? null : carga, seq, conciliacion, archivo, fila, vez: its?.name.vez ?? 1 },
        cupon: pickFields(cupon, OF_SALES),
      },
      primera: explanation?.candidatos[0]?.operacion ?? null,
      conciliado: (its?.matched.length ?? 0) > 0,
    };
  });
  const proposed = cupones.flatMap((one) => (one.estado === 'abierto' ? (one.primera ?? []) : []));
  return { cupones, operaciones: findOperaciones(explained, [...new Set([...ids, ...proposed])], sources) };
}

function findOperaciones(
  { matching, accountCupones }: Explained,
  ids: readonly string[],
  { rows, decided }: Sources,
): Named['operaciones'] {
  const { prepared, holders, matched } = matching;
  const found = rows?.readById(ids);
  const idOf = createIdOf(rows);
  // The service may have given a linked operation another identifier: the link keeps the operation.
  const renamed = new Map(
    [...decided.state.links.values()].flatMap(({ decision }) =>
      decision.operaciones.flatMap((one) => {
        const now = idOf(one);
        return now === undefined || now === one.id ? [] : [[now, one] as const];
      }),
    ),
  );
  return ids.map((id) => {
    const row = prepared.table.rowOf(id);
    const holder = row === undefined ? -1 : i32(holders.holder, row);
    const key = holder < 0 ? undefined : matched.keys[holder];
    const de = key === undefined ? null : (accountCupones.known.get(key)?.place ?? null);
    return { id, operacion: renamed.get(id) ?? toDecidedOperacion(id, found?.get(id)), de };
  });
}
