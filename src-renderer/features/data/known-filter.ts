import { readFilterValues, VISTA_DATES, VISTA_FIELDS, type DataField } from '#contract/data-fields.ts';
import type { FieldFilter, RouteFilter } from '../../shared/route-filter.ts';
import type { Vista } from './columns.ts';

/** The longest search that the core takes. */
export const MAX_TEXT = 200;

/** A value that makes no sense where it is: in a field, or in a part of the address, by their names. */
type Misread = Pick<FieldFilter, 'campo' | 'valor'>;

/** The part of an address that a list understands, and the parts that were dropped. */
interface KnownFilter {
  readonly filter: RouteFilter;
  readonly dropped: readonly string[];
  /** What cannot be understood, such as letters for an amount. */
  readonly misread: readonly Misread[];
}

const isDay = (text: string): boolean => readFilterValues({ tipo: 'fecha' }, 'igual', text)?.[0] === text;

/**
 * The filter of an address without fields that its list does not have and without values that make no sense: an old bookmark or a saved view may name a
 * field that the service no longer reports, and an address may be cut or typed. The grid leaves out columns without a field.
 */
export function dropUnknown(
  vista: Vista,
  { filtros = [], orden, campoFecha, desde, hasta, texto, ...rest }: RouteFilter,
): KnownFilter {
  const dropped = new Set<string>();
  const misread: Misread[] = [];
  function isTaken(part: Misread, isUnderstood: boolean): boolean {
    if (!isUnderstood) misread.push(part);
    return isUnderstood;
  }
  /** As `isTaken`, for a part that names a field. */
  function isTakenOf(name: string, part: Misread, isUnderstood: (field: DataField) => boolean): boolean {
    const field = VISTA_FIELDS[vista].find(({ nombre }) => nombre === name);
    if (field === undefined) dropped.add(name);
    return field !== undefined && isTaken(part, isUnderstood(field));
  }
  const left = filtros.filter((one) =>
    isTakenOf(one.campo, one, (field) => readFilterValues(field, one.op ?? 'igual', one.valor) !== undefined),
  );
  const isSorted =
    orden !== undefined &&
    isTakenOf(orden.campo, { campo: 'orden', valor: orden.campo }, ({ tipo }) => tipo !== 'json');
  const isDated =
    campoFecha !== undefined &&
    isTakenOf(campoFecha, { campo: 'campoFecha', valor: campoFecha }, () => VISTA_DATES[vista].includes(campoFecha));
  const hasStart = desde !== undefined && isTaken({ campo: 'desde', valor: desde }, isDay(desde));
  const hasEnd = hasta !== undefined && isTaken({ campo: 'hasta', valor: hasta }, isDay(hasta));
  const isSearched = texto !== undefined && isTaken({ campo: 'texto', valor: texto }, texto.length <= MAX_TEXT);
  return {
    filter: {
      ...rest,
      ...(hasStart ? { desde } : {}),
      ...(hasEnd ? { hasta } : {}),
      ...(isDated ? { campoFecha } : {}),
      ...(left.length === 0 ? {} : { filtros: left }),
      ...(isSearched ? { texto } : {}),
      ...(isSorted ? { orden } : {}),
    },
    dropped: [...dropped],
    misread,
  };
}
