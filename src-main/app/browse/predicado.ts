/** The filters of a view in plain code, over rows as documents: what `storage/cache/consulta.ts` says in SQL. */
import type { Campo } from '#contract/datos-campos.ts';
import type { FilaDocumento } from '#contract/documents.ts';
import { importeEscrito } from '#domain/importe-escrito.ts';
import { parseMoney } from '#domain/money.ts';
import { contienePlegado, palabrasDe } from '#domain/plegar.ts';
import type { Filtro, Valor } from '#storage/cache/index.ts';

const NUMERO = /^[0-9][0-9]*\.?[0-9]*$/;

/** As the cache keeps it: amounts in centavos, booleans as 1 and 0. */
function guardado({ nombre, tipo }: Campo, fila: FilaDocumento): Valor {
  const valor = fila[nombre];
  if (valor === null || valor === undefined) return null;
  if (typeof valor === 'boolean') return valor ? 1 : 0;
  if (typeof valor === 'number') return valor;
  return tipo === 'importe' ? (parseMoney(String(valor), 'sin-miles') ?? null) : String(valor);
}

function compara(campo: Campo, valor: Valor, con: Valor): number | undefined {
  if (valor === null || con === null) return undefined;
  if (campo.tipo === 'texto') {
    return NUMERO.test(String(valor)) ? Number(valor) - Number(con) : undefined;
  }
  // A date that is asked without a time is the whole day.
  const propio = campo.tipo === 'fechaHora' && String(con).length === 10 ? String(valor).slice(0, 10) : valor;
  return propio < con ? -1 : propio > con ? 1 : 0;
}

const esIgual = ({ tipo }: Campo, valor: Valor, con: Valor): boolean =>
  tipo === 'fechaHora' && typeof valor === 'string' && typeof con === 'string' && con.length === 10
    ? valor.slice(0, 10) === con
    : valor === con;

/** Whether a row passes one filter. */
export function cumple(
  campos: readonly Campo[],
  { campo: nombre, op = 'igual', valores }: Filtro,
  fila: FilaDocumento,
): boolean {
  const campo = campos.find((cada) => cada.nombre === nombre);
  if (campo === undefined) return false;
  const valor = guardado(campo, fila);
  const vacio = valor === null || (campo.tipo === 'texto' && valor === '');
  switch (op) {
    case 'igual':
      return valores.some((cada) => esIgual(campo, valor, cada));
    case 'distinto':
      return !valores.some((cada) => esIgual(campo, valor, cada));
    case 'contiene':
      return valor !== null && valores.every((cada) => contienePlegado(String(valor), String(cada)));
    case 'mayor':
      return valores.every((cada) => (compara(campo, valor, cada) ?? 0) > 0);
    case 'menor':
      return valores.every((cada) => (compara(campo, valor, cada) ?? 0) < 0);
    case 'vacio':
      return vacio;
    case 'no_vacio':
      return !vacio;
  }
}

/** Whether every word of what somebody typed is in one of the fields that are looked through, or is one of the row's amounts. */
export function cumpleTexto(
  { campos, buscados }: { readonly campos: readonly Campo[]; readonly buscados: readonly string[] },
  texto: string,
  fila: FilaDocumento,
): boolean {
  return palabrasDe(texto).every((palabra) => {
    const importe = importeEscrito(palabra);
    if (importe === undefined) {
      return buscados.some((nombre) => {
        const valor = fila[nombre];
        return typeof valor === 'string' && contienePlegado(valor, palabra);
      });
    }
    return campos.some(
      (campo) => campo.tipo === 'importe' && [importe, -importe].includes(Number(guardado(campo, fila))),
    );
  });
}
