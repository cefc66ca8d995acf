import { expect, test } from 'vitest';
import { programaDe } from '../../faults/programa.ts';
import { mundo } from './mundo.ts';

/** A service whose header counts nothing until the reconciliation is closed. */
const mudo = () => mundo({ porTanda: 3, rasgos: { ...programaDe(1).rasgos, cuentaAlCerrar: true } });

test('a service that counts when it is closed gets everything, once, after D has passed without a count', async () => {
  const { uploads, ledger, borrador, servidor, salidas, reloj, signal } = mudo();
  const desde = reloj.monotonic();
  const carga = borrador(1, 12);
  expect(await uploads.iniciar(carga, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 12, enviados: 12, tandas: 6, completo: true },
  });
  expect([...servidor.conciliaciones.values()].map(({ filas }) => filas.length)).toEqual([12]);
  expect(salidas).toHaveLength(6);
  expect(ledger.eventos(carga).filter(({ kind }) => kind === 'sin_cuentas')).toHaveLength(1);
  expect(reloj.monotonic() - desde).toBeLessThan(300_000);
});

test.for(['llega', 'no llega'])(
  'a batch without an answer, where nothing is counted, begins again instead of being guessed: it %s',
  async (suerte) => {
    const { uploads, borrador, servidor, signal } = mudo();
    const aplicar = servidor.aplicar.bind(servidor);
    let envios = 0;
    servidor.aplicar = (cuerpo, opciones) => {
      envios += 1;
      if (envios === 3 && suerte === 'no llega') return { kind: 'perdida', motivo: 'silencio' };
      const respuesta = aplicar(cuerpo, opciones);
      return envios === 3 ? { kind: 'perdida', motivo: 'silencio' } : respuesta;
    };
    expect(await uploads.iniciar(borrador(1, 12), { marcador: 'auto' }, signal)).toMatchObject({
      estado: 'terminada',
      resumen: { filas: 12, enviados: 12, completo: true },
    });
    const vivas = [...servidor.conciliaciones.values()].filter(({ muriendo }) => !muriendo);
    expect(vivas.map(({ filas }) => filas.length)).toEqual([12]);
  },
);
