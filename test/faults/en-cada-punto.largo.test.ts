import { expect, test } from 'vitest';
import { correr } from './corrida.ts';
import { programaDe, type Programa, type Suerte } from './programa.ts';
import { SIN_FALLAS } from './sin-fallas.ts';

/** Eight coupons in five sends to a service without quirks, where nothing goes wrong but what a test says. */
const LIMPIO: Partial<Programa> = { ...SIN_FALLAS, cupones: 8, porTanda: 2 };
const { rasgos } = programaDe(1);
const limpio = (falla: Partial<Programa>, conocida = true): Programa =>
  programaDe(1, 'dentro', {
    ...LIMPIO,
    rasgos: {
      ...rasgos,
      lista: true,
      filas: 'si',
      contadores: 'lote',
      total: 'todos',
      demoraMs: 3_000,
      demoraForma: 'sin_conciliar',
      maxLote: 0,
      numeros: 'texto',
      conocida,
      idsReusados: true,
      borradoLentoMs: 4_000,
    },
    ...falla,
  });

/** More than there are of each: the last ones meet nothing. */
const PEDIDOS = 40;
const LIMITES = 45;
const COMMITS = 16;
const hasta = (n: number): readonly number[] => Array.from({ length: n }, (_, k) => k);

/** Plays one fault at each point in turn; every schedule ends well and, on a service that is known, asks nobody. */
async function enCada(n: number, falla: (k: number) => Partial<Programa>, conocida = true): Promise<void> {
  for (const k of hasta(n)) {
    const { fallas, decisiones, estado, relato } = await correr(limpio(falla(k), conocida));
    const donde = `en ${String(k)}\n${relato.join('\n')}`;
    expect(fallas, donde).toEqual([]);
    if (conocida) expect([estado, decisiones], donde).toEqual(['terminada', 0]);
  }
}

test('a plain upload reaches its end within the points that are tried', async () => {
  const { pedidos, fallas } = await correr(limpio({}));
  expect(fallas).toEqual([]);
  expect(pedidos).toBe(5); // sends alone
});

test('the token ends at each request in turn', () => enCada(PEDIDOS, (k) => ({ tokenVence: [k] })));
test('each read fails in turn', () => enCada(PEDIDOS, (k) => ({ lecturas: [{ k, falla: 'error' }] })));
test('each read comes partial in turn', () => enCada(PEDIDOS, (k) => ({ lecturas: [{ k, falla: 'parcial' }] })));
test('the line dies at each request in turn', () => enCada(PEDIDOS, (k) => ({ muerto: [{ k, ms: 90_000 }] })));
test('the clock jumps a day ahead at each request in turn', () =>
  enCada(PEDIDOS, (k) => ({ saltos: [{ k, ms: 86_400_000 }] })));
test('the clock jumps a day back at each request in turn', () =>
  enCada(PEDIDOS, (k) => ({ saltos: [{ k, ms: -86_400_000 }] })));
test('the disk is full at each durable write in turn', () => enCada(COMMITS, (k) => ({ discoLleno: [k] })));
test('an attempt that a full disk did not take never left, and is not asked about', async () => {
  for (const k of hasta(3)) {
    const { decisiones, estado, relato } = await correr(limpio({ discoLleno: [k] }, false));
    expect([estado, decisiones], relato.join('\n')).toEqual(['terminada', 0]);
  }
});
test.for([0, 200_000])('the program dies at each boundary in turn, and begins again after %i ms', (pausaMs) =>
  enCada(LIMITES, (k) => ({ caidas: [{ en: 'limite', k, despues: true, pausaMs }] })),
);
test.for([false, true])('the program dies at each durable write in turn, after it: %s', (despues) =>
  enCada(COMMITS, (k) => ({ caidas: [{ en: 'commit', k, despues, pausaMs: 1_000 }] })),
);
test('somebody else uploads the very same coupons at each request in turn', () =>
  enCada(PEDIDOS, (k) => ({ ajenas: [{ k, que: 'mismo_cupon', abierta: true }] })));

const SUERTES: readonly Suerte[] = [
  { que: 'nunca', como: 'silencio' },
  { que: 'nunca', como: 'estado_falso' },
  { que: 'sin_respuesta', ms: 0, como: 'html' },
  { que: 'sin_respuesta', ms: 100_000, como: 'silencio' },
  { que: 'sin_respuesta', ms: 400, como: 'otro_id' },
  { que: 'doble', ms: 50_000, respondida: false },
  { que: 'mitad' },
  { que: 'rechazo', status: 401 },
  { que: 'rechazo', status: 400 },
  { que: 'rechazo', status: 429 },
];
test.for(SUERTES)('each send in turn meets %j', (suerte) =>
  // The first upload to a service: it is not known yet whether it lists open reconciliations, and a person may be asked.
  enCada(7, (k) => ({ envios: [{ k, suerte }] }), false),
);
