/** Our own coupons as the screens look at them: from the ledger, each filtered list kept until something is uploaded or read again. */
import type {
  DatosDetalle,
  DatosPagina,
  DatosTotales,
  DatosValores,
  FilaConClave,
  RastroPaso,
} from '#contract/datos.ts';
import { CAMPOS_DE_VISTA, type Campo } from '#contract/datos-campos.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { formatPlain, parseMoney, sumCentavos } from '#domain/money.ts';
import type { Libro } from '#storage/ledger/index.ts';
import type { Cuenta } from '../accounts/account.ts';
import type { Libros } from '../compose/libros.ts';
import { coberturaDeCupones, cuponesDe } from './cupones.ts';
import { SIN_COBERTURA } from '../cobertura/cobertura.ts';
import type { PedidoDeVista } from './pedido.ts';
import type { CuponBuscado } from './rastro-cupon.ts';

const GUARDADAS = 3;
const vista = 'cupones';

const claveDe = (fila: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([fila['carga'], fila['archivo'], fila['fila']]);

/** Changes with every event of an upload. */
const versionDe = (libro: Libro, cuentaId: string): string =>
  libro
    .uploads(cuentaId)
    .map(
      ({ carga }) => `${carga}:${String(libro.ultimoEvento(carga)?.at ?? 0)}:${libro.ultimoEvento(carga)?.kind ?? ''}`,
    )
    .join(',');

const paso = (filas: readonly FilaConClave[]): RastroPaso => ({
  vista,
  estado: filas.length === 0 ? 'no_encontrado' : 'encontrado',
  filas,
  total: filas.length,
  ambiguo: filas.length > 1,
  por: 'inicio',
  campos: [],
  porIdentificador: true,
});

const EN_PALABRAS = (valor: unknown): string | null =>
  valor === null || valor === undefined || valor === '' ? null : String(valor);

export function createCuponesVistos({ libros }: { readonly libros: Pick<Libros, 'existente'> }) {
  const guardadas = new Map<string, { readonly version: string; readonly filas: readonly FilaConClave[] }>();

  async function leer(cuenta: Cuenta, pedido: PedidoDeVista) {
    const libro = await libros.existente(cuenta);
    if (libro === undefined) return { filas: [], cobertura: SIN_COBERTURA, version: '' };
    const version = versionDe(libro, cuenta.id);
    const { desde, hasta, campoFecha, filtros, texto, orden } = pedido;
    const clave = JSON.stringify([cuenta.id, desde, hasta, campoFecha, filtros, texto, orden]);
    let guardada = guardadas.get(clave);
    if (guardada?.version !== version) {
      const filas = cuponesDe(libro, cuenta.id, pedido).map((fila): FilaConClave => ({
        ...fila,
        clave: claveDe(fila),
      }));
      guardada = { version, filas };
    }
    guardadas.delete(clave);
    guardadas.set(clave, guardada);
    for (const vieja of [...guardadas.keys()].slice(0, -GUARDADAS)) guardadas.delete(vieja);
    return { filas: guardada.filas, cobertura: coberturaDeCupones(libro, cuenta.id), version };
  }

  const todas = (cuenta: Cuenta) => leer(cuenta, { vista });

  return {
    async pagina(cuenta: Cuenta, pedido: MethodParsed<'datos.pagina'>): Promise<DatosPagina> {
      const { desdeFila } = pedido;
      const { filas, cobertura, version } = await leer(cuenta, pedido);
      const hasta = desdeFila + pedido.filas;
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
    async totales(cuenta: Cuenta, pedido: MethodParsed<'datos.totales'>): Promise<DatosTotales> {
      const { filas, version } = await leer(cuenta, pedido);
      const importes = filas.flatMap((fila) => parseMoney(String(fila['importe'] ?? ''), 'sin-miles') ?? []);
      const totales = { importe: formatPlain(sumCentavos(importes)) };
      return { vista, total: filas.length, retiradas: 0, totales, version };
    },
    async valores(
      cuenta: Cuenta,
      { campo, limite, ...pedido }: PedidoDeVista & { readonly campo: Campo; readonly limite: number },
    ): Promise<DatosValores> {
      const veces = new Map<string | null, number>();
      for (const fila of (await leer(cuenta, pedido)).filas) {
        const valor = EN_PALABRAS(fila[campo.nombre]);
        veces.set(valor, (veces.get(valor) ?? 0) + 1);
      }
      const valores = Array.from(veces, ([valor, filas]) => ({ valor, filas })).sort((a, b) => b.filas - a.filas);
      return { vista, campo: campo.nombre, valores: valores.slice(0, limite), hayMas: valores.length > limite };
    },
    async detalle(cuenta: Cuenta, clave: string): Promise<DatosDetalle> {
      const { filas, cobertura } = await todas(cuenta);
      const fila = filas.find((cada) => cada.clave === clave);
      return {
        vista,
        fila: fila === undefined ? null : { ...fila, detalle: null, extra: null, retirada: null },
        cobertura,
      };
    },
    /** The coupon that a trail begins in: one of our list, the row of an upload, or the fields that were given. */
    async deRastro(
      cuenta: Cuenta,
      de: MethodParsed<'datos.rastro'>['de'],
    ): Promise<{ readonly cupon: CuponBuscado; readonly paso: RastroPaso }> {
      const libro = await libros.existente(cuenta);
      const { filas } = await todas(cuenta);
      const propias =
        'vista' in de
          ? filas.filter(({ clave }) => clave === de.clave)
          : deConciliacion(filas, de, libro?.cargaDe(cuenta.id, de.conciliacion) ?? null);
      const dado: CuponBuscado = 'vista' in de ? {} : (de.cupon ?? {});
      const [propia] = propias;
      if (propia === undefined && Object.keys(dado).length === 0) {
        throw new AppError('USO', {
          mensaje: 'Ese cupón no está en esta PC. No se leyó nada. Mirá la conciliación de nuevo y elegilo ahí.',
        });
      }
      const nuestro =
        propia === undefined
          ? {}
          : Object.fromEntries(CAMPOS_DE_VISTA.cupones.map(({ nombre }) => [nombre, EN_PALABRAS(propia[nombre])]));
      const conValor = Object.fromEntries(Object.entries(dado).filter(([, valor]) => valor !== null && valor !== ''));
      const visto = propias.length > 0 ? propias : [{ ...dado, clave: '' }];
      return { cupon: { ...nuestro, ...conValor }, paso: paso(visto) };
    },
  };
}

function deConciliacion(
  filas: readonly FilaConClave[],
  { fila, archivo }: { readonly fila?: number | undefined; readonly archivo?: string | undefined },
  carga: string | null,
): readonly FilaConClave[] {
  if (carga === null || fila === undefined) return [];
  return filas.filter(
    (cada) =>
      cada['carga'] === carga && cada['fila'] === fila && (archivo === undefined || cada['archivo'] === archivo),
  );
}
