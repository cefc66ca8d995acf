import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Alcance, FilaLeida, Fuente, Hoja } from '#app/sync/fuentes.ts';
import { crearRitmo } from '#app/sync/ritmo.ts';
import { crearLectura } from '#app/sync/ventanas.ts';

const dia = (texto: string): CivilDate => {
  const fecha = parseIsoDate(texto);
  if (fecha === undefined) throw new Error(`not a date: ${texto}`);
  return fecha;
};
const VENTAS: readonly FilaLeida[] = Array.from({ length: 40 }, (_, n) => ({
  id: String(n),
  fila: { fecha_venta: { fecha: `2026-10-${String((n % 28) + 1).padStart(2, '0')}`, hora: '10:00:00' } },
}));

/** A list whose total always says something else than its rows. */
function lista(total: (filas: number) => number) {
  let pedidos = 0;
  const pagina = ({ ventana: { desde, hasta, horas } }: Alcance): Promise<Hoja> => {
    pedidos += 1;
    const filas = VENTAS.filter(({ fila: { fecha_venta: cuando } }) => {
      const { fecha, hora } = cuando as { fecha: string; hora: string };
      const momento = `${fecha} ${hora}`;
      return horas === undefined
        ? fecha >= desde && fecha <= hasta
        : momento >= `${desde} ${horas.desde}` && momento < `${hasta} ${horas.hasta}`;
    });
    return Promise.resolve({ filas, total: total(filas.length), cuarentena: 0, contratado: true, huella: undefined });
  };
  const fuente: Fuente = {
    metodo: 'operaciones',
    campo: 'fecha_venta',
    campoCierto: true,
    conHoras: true,
    conComercios: true,
    momento: () => null,
    pagina,
    otraVez: async (alcance) => ({ igual: false, hoja: await pagina(alcance) }),
    entera: () => Promise.reject(new AppError('LECTURA_INESTABLE')),
  };
  return { fuente, pedidos: () => pedidos };
}

test.for([
  ['one more', (filas: number) => filas + 1],
  ['nothing', () => 0],
] as const)(
  'where totals say %s than there is, every row is read, as unstable, without cutting down to seconds',
  async ([, total]) => {
    const { fuente, pedidos } = lista(total);
    const leer = crearLectura({
      fuente,
      ritmo: crearRitmo(fuente),
      codificar: (_fila, id, planas) => void planas.ids.push(id),
      revisar: () => Promise.resolve(),
      comercios: () => [],
      maxDias: { get: () => Number.POSITIVE_INFINITY, set: () => undefined },
      conocidas: () => [],
    });
    const ids = new Set<string>();
    const estados = new Set<string>();
    for await (const tramo of leer(dia('2026-10-01'), dia('2026-10-31'), new AbortController().signal)) {
      for (const { ids: suyos } of tramo.planas) for (const id of suyos) ids.add(id);
      estados.add(tramo.estado);
    }
    expect(ids.size).toBe(VENTAS.length);
    expect(estados).toContain('inestable');
    expect(pedidos()).toBeLessThan(100);
  },
);
