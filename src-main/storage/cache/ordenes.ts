/** The order of the queries that were opened last: the numbers of their rows, as of a version of the data. */
import { importeEscrito } from '#domain/importe-escrito.ts';
import { palabrasDe } from '#domain/plegar.ts';
import type { Consulta } from './tipos.ts';

/** Eight bytes a row: a few million rows in all. */
const MAX_NUMEROS = 6_000_000;
const MAX_ORDENES = 24;

/** Which query an order is of. */
export interface Cual {
  readonly clave: string;
  /** The same query whatever is typed. */
  readonly grupo: string;
  readonly palabras: readonly string[];
}

export interface Orden {
  readonly version: string;
  /** Shared by the threads: never written again. */
  readonly numeros: Float64Array;
}

interface Entrada {
  readonly cual: Cual;
  readonly promesa: Promise<Orden>;
  /** Undefined until it is worked out. */
  lista: Orden | undefined;
}

export interface Ordenes {
  /** The order of a query; made when there is none. Who asks while it is being made takes the same one. */
  pedir(cual: Cual, hacer: () => Promise<Orden>): Promise<Orden>;
  /** The one there is, once it is worked out. */
  lista(cual: Cual): Orden | undefined;
  /** The shortest one that has all the rows of a query with something typed; undefined when none does. */
  base(cual: Cual): Orden | undefined;
  /** The order of the same query with nothing typed that is being worked out. */
  baseEnCamino(cual: Cual): Promise<Orden> | undefined;
  poner(cual: Cual, orden: Orden): void;
  /** Says that somebody looks at this query. */
  usar(cual: Cual): void;
  /** Nobody has looked at another one since. */
  esUltima(cual: Cual): boolean;
  /** Nor at another one but for what was typed. */
  esDelUltimo(cual: Cual): boolean;
  olvidar(cual: Cual): void;
  olvidarTodas(): void;
}

export function cualDe(ruta: string, { texto = '', ...sinTexto }: Consulta): Cual {
  const palabras = palabrasDe(texto);
  const grupo = JSON.stringify([ruta, sinTexto]);
  return { clave: JSON.stringify([grupo, palabras]), grupo, palabras };
}

const sinImportes = (palabras: readonly string[]): boolean =>
  palabras.every((palabra) => importeEscrito(palabra) === undefined);

/** Whatever has some words has these too: each is a part of one of them. An amount is compared whole. */
const masAmplia = ({ palabras }: Cual, otra: Cual): boolean =>
  palabras.length === 0 ||
  (sinImportes(palabras) &&
    sinImportes(otra.palabras) &&
    palabras.every((palabra) => otra.palabras.some((cada) => cada.includes(palabra))));

export function crearOrdenes(): Ordenes {
  /** The one used last at the end. */
  const ordenes = new Map<string, Entrada>();
  let ultima: Cual | undefined;

  function alFinal(entrada: Entrada): void {
    const { clave } = entrada.cual;
    ordenes.delete(clave);
    ordenes.set(clave, entrada);
    let numeros = 0;
    for (const { lista } of ordenes.values()) numeros += lista?.numeros.length ?? 0;
    for (const [vieja, { lista }] of ordenes) {
      if (vieja === clave || (ordenes.size <= MAX_ORDENES && numeros <= MAX_NUMEROS)) break;
      ordenes.delete(vieja);
      numeros -= lista?.numeros.length ?? 0;
    }
  }
  const sinTexto = ({ grupo }: Cual): Entrada | undefined =>
    [...ordenes.values()].find(({ cual }) => cual.grupo === grupo && cual.palabras.length === 0);

  return {
    async pedir(cual, hacer) {
      const conocida = ordenes.get(cual.clave);
      if (conocida !== undefined) return conocida.promesa;
      const entrada: Entrada = { cual, promesa: hacer(), lista: undefined };
      alFinal(entrada);
      try {
        entrada.lista = await entrada.promesa;
        if (ordenes.get(cual.clave) === entrada) alFinal(entrada);
        return entrada.lista;
      } catch (error) {
        if (ordenes.get(cual.clave) === entrada) ordenes.delete(cual.clave);
        throw error;
      }
    },
    lista: ({ clave }) => ordenes.get(clave)?.lista,
    base(cual) {
      if (cual.palabras.length === 0) return undefined;
      const listas = [...ordenes.values()].flatMap((cada) =>
        cada.lista !== undefined && cada.cual.grupo === cual.grupo && masAmplia(cada.cual, cual) ? [cada.lista] : [],
      );
      return listas.sort((a, b) => a.numeros.length - b.numeros.length)[0];
    },
    baseEnCamino(cual) {
      const entrada = cual.palabras.length === 0 ? undefined : sinTexto(cual);
      return entrada?.lista === undefined ? entrada?.promesa : undefined;
    },
    poner(cual, orden) {
      alFinal({ cual, promesa: Promise.resolve(orden), lista: orden });
    },
    usar(cual) {
      ultima = cual;
      for (const entrada of [sinTexto(cual), ordenes.get(cual.clave)]) if (entrada !== undefined) alFinal(entrada);
    },
    esUltima: ({ clave }) => ultima?.clave === clave,
    esDelUltimo: ({ grupo }) => ultima?.grupo === grupo,
    olvidar: ({ clave }) => void ordenes.delete(clave),
    olvidarTodas: () => {
      ordenes.clear();
    },
  };
}
