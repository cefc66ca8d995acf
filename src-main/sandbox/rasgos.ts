/**
 * Every open point of the API description that the sandbox can play, by the switch names of docs/gaps.md. The first value of a closed
 * switch is its default; a numeric one defaults to 0, which means "off".
 */
const cerrado = <const V extends readonly [string, ...string[]]>(doc: string, ...valores: V) => ({ doc, valores });
const numero = (doc: string) => ({ doc, valores: null });

export const RASGOS = {
  parametros: cerrado('where GET parameters are read from', 'cuerpo', 'consulta', 'ambos'),
  filtros: cerrado('"ignora" answers every row whatever the filters', 'respeta', 'ignora'),
  fecha_filtro: cerrado('the date that settlements, taxes and rejections are filtered by', 'fecha', 'pago'),
  token_vencido: cerrado('answer to a missing, unknown or expired token', '401', '403', '400', '419', '200-html'),
  cuerpo_error: cerrado('body of an error', 'json', 'html', 'vacio'),
  token_en_login: cerrado('X-Auth-Token on login and refresh', 'opcional', 'exige', 'ignora'),
  redirige: cerrado('every request is answered 302 to another origin', 'no', 'si'),
  limite_por_segundo: numero('requests per second of the clock before 429 with Retry-After'),
  max_dias: numero('longest date range of a query; more is 400'),
  max_lote: numero('most coupons in one upload call; more is 413'),
  pagina_base: cerrado('number of the first page', '1', '0'),
  pagina_pasada: cerrado('answer to a page past the end', 'vacia', 'ultima', 'error'),
  sobre_maximo: cerrado('reg_pagina over the maximum: cut to it, the default, or 400', 'recorta', 'defecto', 'error'),
  orden: cerrado('order of listed rows; "barajado" changes with every request', 'id', 'fecha', 'barajado'),
  token_unico: cerrado('a token issued later ends the earlier ones', 'no', 'si'),
  en_vivo: numero('operations that appear after each answered listing of operations'),
  total: cerrado('`total` of the v1 list wrappers', 'numero', 'texto'),
  interbanking: cerrado('whether the bank-account feed is configured', 'si', 'no'),
  ids: cerrado('"historicos" multiplies returned ids by a factor', 'reales', 'historicos'),
  vinculo_vacio: cerrado('how an absent link is written: empty text, null or "0"', 'texto', 'null', 'cero'),
  unicode: cerrado('normal form of the text of v1 answers', 'nfc', 'nfd'),
  campos_extra: cerrado('adds fields that the description does not name', 'no', 'si'),
  numeros: cerrado('"numero" refuses text in the number fields of an upload with 400', 'texto', 'numero'),
  lista_vacia: cerrado(
    'a list of reconciliations without any: an empty list, 404, or `estado: false`',
    'lista',
    '404',
    'estado',
  ),
  ver_ausente: cerrado('a reconciliation that is not there: 404, or `estado: false`', '404', 'estado'),
  ver_pendiente: cerrado('whether the header of a PENDIENTE is shown; else as one that is not there', 'si', 'no'),
  contadores: cerrado('upload counters: of the batch, of all so far, or wrong', 'lote', 'acumulado', 'mal'),
  cuenta_al_cerrar: cerrado('the header counts nothing while it is open', 'no', 'si'),
  malos_rompen: numero('an upload with the coupon of this voucher number is answered 500, nothing of it stored'),
  existentes: cerrado('a coupon already exists by all its fields, or by its key', 'exacto', 'clave'),
  resultado_wallet: cerrado('whether the result carries the wallet_* fields', 'no', 'si'),
  eco: cerrado(
    '"normalizado" echoes without leading zeros, other decimals, trimmed, upper case; the others change what is not ASCII in texts',
    'igual',
    'normalizado',
    'entidades',
    'sin_acentos',
    'signos',
  ),
  demora_ms: numero('how long after the last batch the matching is complete'),
  demora_forma: cerrado('what a result shows until then', 'vacio', 'sin_conciliar', 'gradual'),
  total_cuenta: cerrado('what `total` of a reconciliation counts', 'todos', 'nuevos', 'sin_error'),
  lista_pendientes: cerrado('whether a PENDIENTE is listed', 'si', 'no'),
  resultado_pendiente: cerrado('the result of a PENDIENTE: its rows, none, or 400', 'si', 'vacio', 'error'),
  ids_reusados: cerrado('a new reconciliation takes the id of a deleted one', 'no', 'si'),
  post_borrado: cerrado('a POST to a deleted id: 400, or created again', 'error', 'crea'),
  borrado_olvida: cerrado('coupons of a deleted reconciliation stop counting as existing', 'si', 'no'),
  fechas_sueltas: cerrado('form of fecha_liq, fecha_recupero_adelanto and the reconciliation’s fecha', 'iso', 'dmy'),
  importe_total: cerrado('importe_total of movements: of the filter or of the page', 'filtro', 'pagina'),
  post_importado: cerrado('a POST to an IMPORTADO: 400, 200 without effect, or added', 'error', 'ignora', 'agrega'),
} as const;

type Tabla = typeof RASGOS;
export type RasgoClave = keyof Tabla;
/** The value of every switch: one of its texts, or a number from 0. */
export type Rasgos = {
  -readonly [K in RasgoClave]: Tabla[K]['valores'] extends readonly string[] ? Tabla[K]['valores'][number] : number;
};

const CLAVES = Object.keys(RASGOS) as readonly RasgoClave[];

/** What is wrong with a `--rasgo`; the message is for people, in Spanish. */
export class RasgoInvalido extends Error {
  override readonly name = 'RasgoInvalido';
}

/** The switches with every default. */
export function rasgosPorDefecto(): Rasgos {
  const pares = CLAVES.map((clave) => [clave, RASGOS[clave].valores?.[0] ?? 0]);
  return Object.fromEntries(pares) as Rasgos; // one entry per key of the table, each of the type the table gives
}

/** Checks one value and writes it into `rasgos`. Throws `RasgoInvalido`, leaving them as they were. */
export function ponerRasgo(rasgos: Rasgos, clave: string, valor: string | number): void {
  const conocida = CLAVES.find((candidata) => candidata === clave);
  if (conocida === undefined) {
    throw new RasgoInvalido(
      `No existe el rasgo «${clave}». No se inició nada. Elegí uno de: ${[...CLAVES, 'falla', 'falla_semilla'].join(', ')}.`,
    );
  }
  const { valores } = RASGOS[conocida];
  const texto = String(valor);
  if (valores === null) {
    if (!/^\d{1,9}$/.test(texto)) {
      throw new RasgoInvalido(
        `El rasgo «${clave}» lleva un número entero desde 0 y vino «${texto}». No se inició nada. Escribilo como ${clave}=0.`,
      );
    }
    Object.assign(rasgos, { [conocida]: Number(texto) });
    return;
  }
  if (!valores.some((posible) => posible === texto)) {
    throw new RasgoInvalido(
      `El rasgo «${clave}» no admite «${texto}». No se inició nada. Elegí uno de: ${valores.join(', ')}.`,
    );
  }
  Object.assign(rasgos, { [conocida]: texto });
}

export interface RasgosLeidos {
  readonly rasgos: Rasgos;
  /** The texts of `falla=…`, in order. */
  readonly fallas: readonly string[];
  readonly fallaSemilla: number | null;
}

/**
 * Reads `CLAVE=VALOR` texts (`--rasgo`). `falla` repeats; any other key keeps its last value. Throws `RasgoInvalido` with what is
 * wrong and the values that would do.
 */
export function parseRasgos(textos: readonly string[]): RasgosLeidos {
  const rasgos = rasgosPorDefecto();
  const fallas: string[] = [];
  let fallaSemilla: number | null = null;
  for (const texto of textos) {
    const corte = texto.indexOf('=');
    if (corte < 1) {
      throw new RasgoInvalido(
        `«${texto}» no es un rasgo. No se inició nada. Escribilo como CLAVE=VALOR, por ejemplo total=texto.`,
      );
    }
    const clave = texto.slice(0, corte).trim();
    const valor = texto.slice(corte + 1).trim();
    if (clave === 'falla') fallas.push(valor);
    else if (clave === 'falla_semilla') {
      if (!/^\d{1,9}$/.test(valor)) {
        throw new RasgoInvalido(
          `La semilla de fallas es un número entero y vino «${valor}». No se inició nada. Escribila como falla_semilla=7.`,
        );
      }
      fallaSemilla = Number(valor);
    } else ponerRasgo(rasgos, clave, valor);
  }
  return { rasgos, fallas, fallaSemilla };
}
