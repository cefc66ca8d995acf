import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createUploads } from '#app/upload/index.ts';
import { canonicalText } from '#domain/cupon.ts';
import { libroDe } from '#storage/ledger/index.ts';
import { programaDe, type Programa } from '../../faults/programa.ts';
import { Reloj } from '../../faults/reloj.ts';
import { Servidor } from '../../faults/servidor.ts';
import { Transporte } from '../../faults/transporte.ts';

const LIMPIO: Partial<Programa> = {
  cupones: 8,
  porTanda: 3,
  iguales: false,
  malos: [],
  existentes: [],
  errados: [],
  envios: [],
  lecturas: [],
  borrados: [],
  caidas: [],
  ajenas: [],
  muerto: [],
  saltos: [],
  discoLleno: [],
  tokenVence: [],
};

function mundo(forzar: Partial<Programa>) {
  const programa = programaDe(1, 'dentro', { ...LIMPIO, ...forzar });
  const limpio = {
    ...programa,
    rasgos: {
      ...programa.rasgos,
      lista: true,
      filas: 'si',
      maxLote: 0,
      numeros: 'texto',
      demoraForma: 'vacio',
    } as const,
  };
  const reloj = new Reloj();
  const servidor = new Servidor(limpio, reloj);
  const ledger = libroDe(new Database(':memory:'), { clock: reloj, random: () => 0.5 });
  const salidas: string[] = [];
  const servicio = new Transporte({
    programa: limpio,
    reloj,
    servidor,
    cupones: [],
    alSalir: (_que, dato) => salidas.push(dato),
  });
  const uploads = createUploads({
    ledger,
    servicio,
    clock: reloj,
    random: Math.random,
    cuenta: 'c',
    ajustes: { porTanda: 3 },
  });
  const borrador = (base: number): string => {
    const carga = ledger.crearBorrador({ cuenta: 'c', archivos: ['a'] });
    const filas = Array.from({ length: 8 }, (_, i) => ({
      archivo: 0,
      hoja: null,
      fila: i + 2,
      texto: canonicalText({ referencia: `r ${String(base + i)}`, fecha_venta: '2026-10-01', importe: '1.00' }),
    }));
    ledger.agregarCupones(carga, filas);
    return carga;
  };
  return { uploads, ledger, borrador, salidas, servidor, signal: new AbortController().signal };
}

test('eight coupons in batches of three go in four sends, and all are reported', async () => {
  const { uploads, borrador, salidas, signal } = mundo({});
  const resultado = await uploads.iniciar(borrador(1), { marcador: 'auto' }, signal);
  expect(resultado).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 8, enviados: 8, tandas: 4, noInformados: 0, completo: true, estado: 'IMPORTADO' },
  });
  expect(salidas).toHaveLength(4);
});

test('two uploads of an account go one after the other', async () => {
  const { uploads, borrador, servidor, signal } = mundo({});
  const [a, b] = [borrador(1), borrador(101)];
  const dos = await Promise.all([
    uploads.iniciar(a, { marcador: 'auto' }, signal),
    uploads.iniciar(b, { marcador: 'ninguno' }, signal),
  ]);
  expect(dos.map((cada) => cada.estado)).toEqual(['terminada', 'terminada']);
  expect(servidor.relato.filter((linea) => linea.includes('cierra'))).toHaveLength(2);
  expect(servidor.conciliaciones.size).toBe(2);
});

test('an attempt whose outcome is unknown is settled before another upload sends (I2)', async () => {
  // The second send is lost and the line is dead for a while: the upload stops with an open attempt.
  const { uploads, ledger, borrador, signal } = mundo({
    envios: [{ k: 1, suerte: { que: 'sin_respuesta', ms: 0, como: 'silencio' } }],
    muerto: [{ k: 5, ms: 90_000 }],
  });
  const a = borrador(1);
  const primera = await uploads.iniciar(a, { marcador: 'auto' }, signal);
  expect(primera).toMatchObject({ estado: 'interrumpida', codigo: 'SIN_CONEXION' });
  const segunda = await uploads.iniciar(borrador(101), { marcador: 'auto' }, signal);
  expect(segunda.estado).toBe('terminada');
  expect(ledger.eventos(a).at(-1)?.kind).toMatch(/^(no_)?aplicado$/);
  expect(uploads.pendientes().map((cada) => cada.carga)).toEqual([a]);
  expect((await uploads.retomar(a, signal)).estado).toBe('terminada');
});

test('an aborted upload says what was kept and can be resumed', async () => {
  const { uploads, borrador, signal } = mundo({});
  const carga = borrador(1);
  const control = new AbortController();
  control.abort();
  expect(await uploads.iniciar(carga, { marcador: 'auto' }, control.signal)).toMatchObject({
    estado: 'interrumpida',
    codigo: 'CANCELADO',
    pendientes: 8,
  });
  expect((await uploads.retomar(carga, signal)).estado).toBe('terminada');
});
