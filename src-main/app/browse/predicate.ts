/** The filters of a view in plain code, over rows as documents. `storage/cache/query.ts` says the same in SQL. */
import type { DataField } from '#contract/data-fields.ts';
import type { RowDocument } from '#contract/documents.ts';
import { parseTypedImporte } from '#domain/typed-amount.ts';
import { parseMoney } from '#domain/money.ts';
import { containsFolded, splitWords } from '#domain/fold-text.ts';
import type { Filter, Valor } from '#storage/cache/index.ts';

const NUMBER = /^[0-9][0-9]*\.?[0-9]*$/;

/** A value as the cache keeps it: amounts in centavos, booleans as 1 and 0. */
function storedValue({ nombre, tipo }: DataField, fila: RowDocument): Valor {
  const valor = fila[nombre];
  if (valor === null || valor === undefined) return null;
  if (typeof valor === 'boolean') return valor ? 1 : 0;
  if (typeof valor === 'number') return valor;
  return tipo === 'importe' ? (parseMoney(String(valor), 'sin-miles') ?? null) : String(valor);
}

function compareWith(campo: DataField, valor: Valor, con: Valor): number | undefined {
  if (valor === null || con === null) return undefined;
  if (campo.tipo === 'texto') {
    return NUMBER.test(String(valor)) ? Number(valor) - Number(con) : undefined;
  }
  // A date without a time means the whole day.
  const propio = campo.tipo === 'fechaHora' && String(con).length === 10 ? String(valor).slice(0, 10) : valor;
  return propio < con ? -1 : propio > con ? 1 : 0;
}

const isEqual = ({ tipo }: DataField, valor: Valor, con: Valor): boolean =>
  tipo === 'fechaHora' && typeof valor === 'string' && typeof con === 'string' && con.length === 10
    ? valor.slice(0, 10) === con
    : valor === con;

/** Whether a row passes one filter. */
export function matches(
  campos: readonly DataField[],
  { campo: nombre, op = 'igual', valores }: Filter,
  fila: RowDocument,
): boolean {
  const campo = campos.find((each) => each.nombre === nombre);
  if (campo === undefined) return false;
  const valor = storedValue(campo, fila);
  const isEmpty = valor === null || (campo.tipo === 'texto' && valor === '');
  switch (op) {
    case 'igual':
      return valores.some((each) => isEqual(campo, valor, each));
    case 'distinto':
      return !valores.some((each) => isEqual(campo, valor, each));
    case 'contiene':
      return valor !== null && valores.every((each) => containsFolded(String(valor), String(each)));
    case 'mayor':
      return valores.every((each) => (compareWith(campo, valor, each) ?? 0) > 0);
    case 'menor':
      return valores.every((each) => (compareWith(campo, valor, each) ?? 0) < 0);
    case 'vacio':
      return isEmpty;
    case 'no_vacio':
      return !isEmpty;
  }
}

/** Whether every typed word is in one of the searched fields, or is one of the row's amounts. */
export function matchesText(
  { campos, searched }: { readonly campos: readonly DataField[]; readonly searched: readonly string[] },
  texto: string,
  fila: RowDocument,
): boolean {
  return splitWords(texto).every((word) => {
    const importe = parseTypedImporte(word);
    if (importe === undefined) {
      return searched.some((nombre) => {
        const valor = fila[nombre];
        return typeof valor === 'string' && containsFolded(valor, word);
      });
    }
    return campos.some(
      (campo) => campo.tipo === 'importe' && [importe, -importe].includes(Number(storedValue(campo, fila))),
    );
  });
}
