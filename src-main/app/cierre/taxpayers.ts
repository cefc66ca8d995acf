import { AppError } from '#contract/errors.ts';
import { createTaxpayers, parseCuit, type StoreRef, type Taxpayer, type Taxpayers } from '#domain/cierre/taxpayers.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { FigureData } from '../figures/adder.ts';
import type { Answers } from './questions.ts';

const NAMING: readonly ServiceMethod[] = ['liquidaciones', 'operaciones', 'impuestos', 'rechazos'];

export interface StoreCount extends StoreRef {
  readonly filas: number;
}

export type KnownTaxpayers = Taxpayers & { readonly seen: readonly StoreCount[] };

async function readStores({ sumador }: FigureData): Promise<readonly StoreCount[]> {
  const groups = await Promise.all(
    NAMING.map((metodo) =>
      sumador.group({ metodo }, { por: [{ campo: 'comercio' }, { campo: 'establecimiento' }], sumas: [] }),
    ),
  );
  return groups
    .flat()
    .map(({ keys: [comercio = null, establecimiento = null], n }) => ({ comercio, establecimiento, filas: n }));
}

export async function readTaxpayers(
  data: FigureData,
  answers: Pick<Answers, 'comercios' | 'establecimientos'>,
): Promise<KnownTaxpayers> {
  const stores = await data.sumador.group(
    { metodo: 'comercios' },
    { por: [{ campo: 'nombre' }, { campo: 'cuit' }, { campo: 'razon_social' }], sumas: [] },
  );
  const seen = await readStores(data);
  const known = createTaxpayers(
    stores.map(({ keys: [nombre = null, cuit = null, name = null] }) => ({ nombre, cuit, razon_social: name })),
    seen,
    answers,
  );
  return { ...known, seen };
}

/** The taxpayer with this `cuit`, else the only one; undefined if none is known. Throws `ENTRADA_INVALIDA` for an unknown `cuit`, or without it for several. */
export function chooseTaxpayer({ list }: Taxpayers, cuit: string | undefined): Taxpayer | undefined {
  const asked = cuit === undefined ? undefined : parseCuit(cuit);
  const names = list.map((each) => `${each.cuit} (${each.razonSocial})`).join(', ');
  if (cuit !== undefined) {
    const found = list.find((each) => each.cuit === asked);
    if (found === undefined) throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.noSuchCuit(cuit, names) });
    return found;
  }
  if (list.length > 1) throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.severalCuits(names) });
  return list[0];
}

/** Restricts groups and passes to the stores of a taxpayer. Returns the data unchanged without a taxpayer, or if all records belong to the only taxpayer. */
export function restrictTo(
  data: FigureData,
  { list, seen, cuitOf }: KnownTaxpayers,
  taxpayer: Taxpayer | undefined,
): FigureData {
  if (taxpayer === undefined || (list.length === 1 && seen.every((ref) => cuitOf(ref) !== null))) return data;
  const places = seen
    .filter((ref) => cuitOf(ref) === taxpayer.cuit)
    .map(({ comercio, establecimiento }) => [comercio, establecimiento] as const);
  const { lector } = data;
  return {
    ...data,
    sumador: {
      ...data.sumador,
      group: (query, grouping) => data.sumador.group({ ...query, places }, grouping),
    },
    lector: lector && {
      readPasses: (signal) => {
        const passes = lector.readPasses(signal);
        return { ...passes, readAll: (query) => passes.readAll({ ...query, places }) };
      },
    },
  };
}
