import { CAMPOS_DE_VISTA, SIGNED_AMOUNTS, type Campo } from '#contract/datos-campos.ts';
import type { FilaConClave } from '#contract/datos.ts';
import type { Vista } from './vista.ts';
import { conSigno, textoDeValor } from '../../ui/grilla/texto.ts';
import { dichoDe, estadoDeAcreditada, signoDe, tituloDe } from './columnas.ts';

interface DatoDeFicha {
  readonly campo: string;
  readonly titulo: string;
  readonly texto: string;
  /** Decimal text, where it is an amount. */
  readonly importe: string | undefined;
}

const DE_MAQUINA: readonly string[] = ['liquidaciones_id', 'transacciones_id', 'id'];

/** The fields of a record that have something, in the order of the service; its identifiers last. */
export function fichaDe(vista: Vista, fila: FilaConClave): readonly DatoDeFicha[] {
  const signed = SIGNED_AMOUNTS[vista];
  // With its sign or, where that is not known, as it came: the same amount twice would be read as two.
  const repetido = signed === undefined || (fila[signed.as] ?? null) === null ? undefined : signed.amount;
  const campos = CAMPOS_DE_VISTA[vista].filter(({ tipo, nombre }) => tipo !== 'json' && nombre !== repetido);
  const enOrden = [
    ...campos.filter(({ nombre }) => !DE_MAQUINA.includes(nombre)),
    ...campos.filter(({ nombre }) => DE_MAQUINA.includes(nombre)),
  ];
  return enOrden.flatMap((campo) => {
    const dato = datoDe(campo, dichoDe(campo.nombre)?.(fila) ?? fila[campo.nombre]);
    return dato === undefined ? [] : [{ campo: campo.nombre, titulo: tituloDe(campo.nombre), ...dato }];
  });
}

function datoDe({ nombre, tipo }: Campo, valor: unknown): Pick<DatoDeFicha, 'texto' | 'importe'> | undefined {
  if (nombre === 'acreditada') return { texto: estadoDeAcreditada(valor).palabra, importe: undefined };
  if (typeof valor !== 'string' && typeof valor !== 'number' && typeof valor !== 'boolean') return undefined;
  if (valor === '' || tipo === 'json') return undefined;
  // The service writes this rate as a bare number.
  if (nombre === 'tna' && /^\d+(\.\d+)?$/.test(String(valor)))
    return { texto: `${String(valor).replace('.', ',')} %`, importe: undefined };
  const importe = tipo === 'importe' ? conSigno(String(valor), signoDe(nombre)) : undefined;
  if (importe !== undefined && !/[1-9]/.test(importe)) return undefined; // zero amounts say nothing here
  return { texto: textoDeValor({ tipo }, valor), importe };
}

/** What the service sent besides the fields that we know, as text. */
export function extraDe(fila: FilaConClave): readonly { readonly nombre: string; readonly texto: string }[] {
  const extra = fila['extra'];
  if (typeof extra !== 'object' || extra === null) return [];
  return Object.entries(extra).map(([nombre, valor]: [string, unknown]) => ({
    nombre,
    texto: typeof valor === 'string' ? valor : JSON.stringify(valor),
  }));
}
