/** Our own coupons as the screens show them: from the ledger. A filtered list is kept until something is uploaded or read again. */
import type { DataDetail, DataPage, DataTotals, DataValues, KeyedRow, TrailStep } from '#contract/data.ts';
import { CAMPOS_DE_VISTA, type DataField } from '#contract/data-fields.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { formatPlain, parseMoney, sumCentavos } from '#domain/money.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Account } from '../accounts/account.ts';
import type { Ledgers } from '../open/ledgers.ts';
import { cuponesCoverage, cuponesDe } from './cupones.ts';
import { NO_COVERAGE } from '../coverage/coverage.ts';
import type { ViewRequest } from './request.ts';
import type { SearchedCupon } from './trail-of-cupon.ts';

const KEPT_RESULTS = 3;
const vista = 'cupones';

const keyOf = (fila: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([fila['carga'], fila['archivo'], fila['fila']]);

/** Changes with every event of an upload. */
const versionDe = (ledger: Ledger, accountId: string): string =>
  ledger
    .uploads(accountId)
    .map(
      ({ carga }) =>
        `${carga}:${String(ledger.getLastEvent(carga)?.at ?? 0)}:${ledger.getLastEvent(carga)?.kind ?? ''}`,
    )
    .join(',');

const stepOf = (filas: readonly KeyedRow[]): TrailStep => ({
  vista,
  estado: filas.length === 0 ? 'no_encontrado' : 'encontrado',
  filas,
  total: filas.length,
  ambiguo: filas.length > 1,
  por: 'inicio',
  campos: [],
  porIdentificador: true,
});

const inWords = (valor: unknown): string | null =>
  valor === null || valor === undefined || valor === '' ? null : String(valor);

export function createSeenCupones({ ledgers }: { readonly ledgers: Pick<Ledgers, 'openExisting'> }) {
  const stored = new Map<string, { readonly version: string; readonly filas: readonly KeyedRow[] }>();

  async function leer(cuenta: Account, request: ViewRequest) {
    const ledger = await ledgers.openExisting(cuenta);
    if (ledger === undefined) return { filas: [], cobertura: NO_COVERAGE, version: '' };
    const version = versionDe(ledger, cuenta.id);
    const { desde, hasta, campoFecha, filtros, texto, orden } = request;
    const clave = JSON.stringify([cuenta.id, desde, hasta, campoFecha, filtros, texto, orden]);
    let keptOne = stored.get(clave);
    if (keptOne?.version !== version) {
      const filas = cuponesDe(ledger, cuenta.id, request).map((fila): KeyedRow => ({
        ...fila,
        clave: keyOf(fila),
      }));
      keptOne = { version, filas };
    }
    stored.delete(clave);
    stored.set(clave, keptOne);
    for (const vieja of [...stored.keys()].slice(0, -KEPT_RESULTS)) stored.delete(vieja);
    return { filas: keptOne.filas, cobertura: cuponesCoverage(ledger, cuenta.id), version };
  }

  const readAll = (cuenta: Account) => leer(cuenta, { vista });

  return {
    async readPage(cuenta: Account, request: MethodParsed<'datos.pagina'>): Promise<DataPage> {
      const { desdeFila } = request;
      const { filas, cobertura, version } = await leer(cuenta, request);
      const hasta = desdeFila + request.filas;
      const propias = filas.slice(desdeFila, hasta);
      return {
        vista,
        filas: propias,
        desdeFila,
        cobertura,
        hayMas: filas.length > hasta,
        total: filas.length,
        version,
      };
    },
    async readTotals(cuenta: Account, request: MethodParsed<'datos.totales'>): Promise<DataTotals> {
      const { filas, version } = await leer(cuenta, request);
      const importes = filas.flatMap((fila) => parseMoney(String(fila['importe'] ?? ''), 'sin-miles') ?? []);
      const totales = { importe: formatPlain(sumCentavos(importes)) };
      return { vista, total: filas.length, retiradas: 0, totales, version };
    },
    async readValues(
      cuenta: Account,
      { campo, limite, ...request }: ViewRequest & { readonly campo: DataField; readonly limite: number },
    ): Promise<DataValues> {
      const times = new Map<string | null, number>();
      for (const fila of (await leer(cuenta, request)).filas) {
        const valor = inWords(fila[campo.nombre]);
        times.set(valor, (times.get(valor) ?? 0) + 1);
      }
      const valores = Array.from(times, ([valor, filas]) => ({ valor, filas })).sort((a, b) => b.filas - a.filas);
      return { vista, campo: campo.nombre, valores: valores.slice(0, limite), hayMas: valores.length > limite };
    },
    async readDetail(cuenta: Account, clave: string): Promise<DataDetail> {
      const { filas, cobertura } = await readAll(cuenta);
      const fila = filas.find((each) => each.clave === clave);
      return {
        vista,
        fila: fila === undefined ? null : { ...fila, detalle: null, extra: null, retirada: null },
        cobertura,
      };
    },
    /** The coupon that a trail begins with: one of our list, the row of an upload, or the given fields. */
    async readTrail(
      cuenta: Account,
      de: MethodParsed<'datos.rastro'>['de'],
    ): Promise<{ readonly cupon: SearchedCupon; readonly paso: TrailStep }> {
      const ledger = await ledgers.openExisting(cuenta);
      const { filas } = await readAll(cuenta);
      const propias =
        'vista' in de
          ? filas.filter(({ clave }) => clave === de.clave)
          : deConciliacion(filas, de, ledger?.uploadOf(cuenta.id, de.conciliacion) ?? null);
      const dado: SearchedCupon = 'vista' in de ? {} : (de.cupon ?? {});
      const [own] = propias;
      if (own === undefined && Object.keys(dado).length === 0) {
        throw new AppError('USO', {
          mensaje: 'Ese cupón no está en esta PC. No se leyó nada. Mirá la conciliación de nuevo y elegilo ahí.',
        });
      }
      const ours =
        own === undefined
          ? {}
          : Object.fromEntries(CAMPOS_DE_VISTA.cupones.map(({ nombre }) => [nombre, inWords(own[nombre])]));
      const conValor = Object.fromEntries(Object.entries(dado).filter(([, valor]) => valor !== null && valor !== ''));
      const seen = propias.length > 0 ? propias : [{ ...dado, clave: '' }];
      return { cupon: { ...ours, ...conValor }, paso: stepOf(seen) };
    },
  };
}

function deConciliacion(
  filas: readonly KeyedRow[],
  { fila, archivo }: { readonly fila?: number | undefined; readonly archivo?: string | undefined },
  carga: string | null,
): readonly KeyedRow[] {
  if (carga === null || fila === undefined) return [];
  return filas.filter(
    (each) =>
      each['carga'] === carga && each['fila'] === fila && (archivo === undefined || each['archivo'] === archivo),
  );
}
