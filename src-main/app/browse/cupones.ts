/** The coupons that this PC uploaded, as a view: each with the outcome of its upload, from the ledger. */
import { VISTA_FIELDS } from '#contract/data-fields.ts';
import type { CoverageDocument } from '#contract/documents.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { DISPOSITIONS, type Disposition } from '#domain/conciliacion.ts';
import { FIELDS_IN_ORDER, parseCanonicalText, type CuponField } from '#domain/cupon.ts';
import { parseMoney } from '#domain/money.ts';
import { openOwnCupones, type OwnCupones } from '#storage/cache/index.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import { NO_COVERAGE } from '../coverage/coverage.ts';
import { toKeyedRow } from './document.ts';
import type { TrailStep } from '#contract/trail.ts';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Account } from '../accounts/account.ts';
import type { Ledgers } from '../open/index.ts';
import type { SearchedCupon } from './trail-of-cupon.ts';

const vista = 'cupones';

interface Sent {
  readonly carga: string;
  readonly archivo: string | null;
  readonly fila: number | null;
  readonly cupon: Readonly<Partial<Record<CuponField, string | null>>>;
  readonly estado: Disposition | 'pendiente';
  readonly nroLiquidacion: string | null;
  readonly fechaLiq: string | null;
}

function toRow({ carga, archivo, fila, cupon, estado, nroLiquidacion, fechaLiq }: Sent) {
  const fields = FIELDS_IN_ORDER.map((field) => [field, cupon[field] ?? null] as const);
  return {
    id: JSON.stringify([carga, archivo, fila]),
    fila: {
      ...{ carga, archivo, fila },
      ...Object.fromEntries(fields),
      importe: parseMoney(cupon.importe ?? '', 'sin-miles') ?? null,
      estado,
      conciliado: estado === 'conciliado' ? true : estado === 'sin_conciliar' ? false : null,
      nro_liquidacion: nroLiquidacion,
      fecha_liq: fechaLiq,
    },
  };
}

function* listPending(ledger: Ledger, carga: string): Generator<Sent> {
  const { total = 0, marcador = null, archivos = [] } = ledger.upload(carga) ?? {};
  const hidden = marcador === null ? {} : { [marcador.campo]: null };
  for (let seq = 1; seq <= total; seq++) {
    const ours = ledger.cupon(carga, seq);
    if (ours === undefined) continue;
    const cupon = { ...parseCanonicalText(ours.texto), ...hidden };
    const archivo = archivos[ours.archivo] ?? '';
    yield { carga, archivo, fila: ours.fila, cupon, estado: 'pendiente', nroLiquidacion: null, fechaLiq: null };
  }
}

function* listCupones(ledger: Ledger, accountId: string): OwnCupones & Generator {
  for (const { carga } of ledger.uploads(accountId).toReversed()) {
    let hasResult = false;
    for (const { disposicion: estado, ...sent } of ledger.readCupones(carga, DISPOSITIONS)) {
      hasResult = true;
      yield toRow({ ...sent, carga, estado });
    }
    if (!hasResult) for (const sent of listPending(ledger, carga)) yield toRow(sent);
  }
}

/** The coverage of this view: complete once there is an upload, because the ledger has all uploads of this PC. */
function getCuponesCoverage(ledger: Ledger, accountId: string): CoverageDocument {
  const when = ledger.uploads(accountId).map(({ carga, congelado }) => ledger.getLastEvent(carga)?.at ?? congelado);
  if (when.length === 0) return NO_COVERAGE;
  return { ...NO_COVERAGE, estado: 'al_dia', sincronizado: civilDateTimeAt(Math.max(...when)) };
}

const versionOf = (ledger: Ledger, accountId: string): string =>
  ledger
    .uploads(accountId)
    .map(({ carga }) => {
      const last = ledger.getLastEvent(carga);
      return `${carga}:${String(last?.at ?? 0)}:${last?.kind ?? ''}`;
    })
    .join(',');

const toWords = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

/** The most coupons to read for one row number of an upload, which several files and sheets may have. */
const MAX_OF_ROW = 100;

export function createOwnCupones({ ledgers }: { readonly ledgers: Pick<Ledgers, 'openExisting'> }) {
  const stored = new Map<string, ReturnType<typeof openOwnCupones> & { readonly version: string }>();

  /** The coupons of an account as a table for queries, made again after each event of an upload; undefined without a ledger. */
  async function open(account: Account) {
    const ledger = await ledgers.openExisting(account);
    if (ledger === undefined) return undefined;
    const version = versionOf(ledger, account.id);
    const known = stored.get(account.id);
    const own =
      known?.version === version ? known : { ...openOwnCupones(listCupones(ledger, account.id), version), version };
    stored.set(account.id, own);
    return { ...own, ledger, cobertura: getCuponesCoverage(ledger, account.id) };
  }

  return {
    open,
    /** The first step of a trail that begins at a coupon: from this view, from a row of an upload, or from given fields. */
    async readTrail(
      account: Account,
      de: MethodParsed<'datos.rastro'>['de'],
    ): Promise<{ readonly cupon: SearchedCupon; readonly step: TrailStep }> {
      const own = await open(account);
      const listOnes = () => {
        if (own === undefined) return [];
        if ('vista' in de) return own.queries.byId(vista, [de.clave]);
        const carga = own.ledger.uploadOf(account.id, de.conciliacion);
        if (carga === null || de.fila === undefined) return [];
        const filtros = Object.entries({ carga, fila: de.fila, archivo: de.archivo }).flatMap(([campo, value]) =>
          value === undefined ? [] : [{ campo, valores: [value] }],
        );
        return own.queries.listLinked(vista, { filtros, limite: MAX_OF_ROW }).filas;
      };
      const ones = listOnes().map((row) => toKeyedRow(vista, row));
      const given: SearchedCupon = 'vista' in de ? {} : (de.cupon ?? {});
      const [first] = ones;
      if (first === undefined && Object.keys(given).length === 0) {
        throw new AppError('USO', { mensaje: REFUSALS.cuponNotHere });
      }
      const ours =
        first === undefined
          ? {}
          : Object.fromEntries(VISTA_FIELDS.cupones.map(({ nombre }) => [nombre, toWords(first[nombre])]));
      const withValue = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''));
      const filas = ones.length > 0 ? ones : [{ ...given, clave: '' }];
      const total = filas.length;
      return {
        cupon: { ...ours, ...withValue },
        step: { vista, estado: 'encontrado', filas, total, ambiguo: total > 1, por: 'inicio' },
      };
    },
  };
}
