import { describe, expect, test } from 'vitest';
import { preguntaPorIguales } from '#app/conciliar/negativa.ts';
import { progresoDe } from '#app/conciliar/progreso.ts';
import type { Decision } from '#contract/documents.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import { decirA, DICHOS_CODIGOS } from '#domain/dicho.ts';
import { FORMAS, problemasDe } from '#domain/forma.ts';
import { enCastellano } from '#domain/frase.ts';
import { describir } from '#domain/upload/index.ts';
import { crearPreguntas } from '../../src-main/hosts/loopback/preguntas.ts';
import { decir, decirSolo, preguntaDe } from '../../src-renderer/features/conciliar/textos-del-nucleo.ts';
import { textoDeAviso } from '../../src-renderer/marco/dichos.ts';
import { problemasEnPalabras } from '../../src-renderer/ui/formas.ts';
import { getLocale, overwriteGetLocale } from '../../src-renderer/paraglide/runtime.js';

function enIngles<T>(hacer: () => T): T {
  const antes = getLocale;
  overwriteGetLocale(() => 'en');
  try {
    return hacer();
  } finally {
    overwriteGetLocale(antes);
  }
}

const DECISIONES: readonly Parameters<typeof describir>[0][] = [
  { tipo: 'primero_incierto', candidatas: [] },
  { tipo: 'primero_incierto', candidatas: ['A-1', 'A-2'] },
  { tipo: 'cierre_crecido', id: 'A-1' },
  { tipo: 'reinicios_agotados', id: 'A-1', motivo: 'no_explica' },
  { tipo: 'propiedad_incierta', id: 'A-1', huerfana: true },
  { tipo: 'propiedad_incierta', id: 'A-1', huerfana: false },
  { tipo: 'no_borrable', id: 'A-1' },
  { tipo: 'duplicacion', id: 'A-1', sobran: 3 },
  { tipo: 'desaparecida', id: 'A-1' },
  { tipo: 'rechazo_sistematico', detalle: '' },
  { tipo: 'huerfana_incierta', ids: ['A-1', 'A-2'] },
  { tipo: 'recuperada', ids: ['A-1'], propias: true },
  { tipo: 'recuperada', ids: ['A-1', 'A-2'], propias: true },
  { tipo: 'recuperada', ids: ['A-1'], propias: false },
  { tipo: 'recuperada', ids: ['A-1', 'A-2'], propias: false },
];
const iguales = (pendiente: string | null, terminada: string | null, borrada = false): Decision[] => {
  const decision = preguntaPorIguales({ upload: () => undefined }, { pendiente, terminada, borrada }, 3)?.decision;
  return decision === undefined ? [] : [decision];
};

describe('what the core asks', () => {
  test.each([
    ...DECISIONES.map(describir),
    ...iguales('01J', null),
    ...iguales(null, '01J'),
    ...iguales(null, '01J', true),
  ])(
    'is said by the screens as by the command line, and in English, with every number it names: $pregunta',
    ({ pregunta, frase, opciones }) => {
      for (const dicho of [{ texto: pregunta, frase }, ...opciones]) {
        expect(dicho.texto).toBe(enCastellano(dicho.frase));
        if (!dicho.texto.includes('«conciliaciones ')) expect(decir(dicho.frase)).toBe(dicho.texto);
        const ingles = enIngles(() => decir(dicho.frase));
        expect(ingles).not.toBe(dicho.texto);
        for (const nombre of dicho.texto.match(/A-\d|01J|\b3\b/g) ?? []) expect(ingles).toContain(nombre);
      }
    },
  );
});

describe('an earlier upload of the same coupons', () => {
  const CARGA = '01J8Z0000000000000000000AB';
  const upload = (archivos: readonly string[]) => ({
    ...{ carga: CARGA, cuenta: 'x', total: 3, marcador: null, terminada: false },
    archivos,
    congelado: Date.UTC(2026, 10, 21, 13, 32),
  });
  const preguntar = (archivos: readonly string[], queda: 'pendiente' | 'terminada'): Decision => {
    const ninguna = { pendiente: null, terminada: null, borrada: false };
    const libro = { upload: (carga: string) => (carga === CARGA ? upload(archivos) : undefined) };
    const decision = preguntaPorIguales(libro, { ...ninguna, [queda]: CARGA }, 3)?.decision;
    if (decision === undefined) throw new Error('nothing is asked');
    return decision;
  };

  test.each(['pendiente', 'terminada'] as const)(
    'that is %s is named by its file and when it was sent, and its number is left for the detail',
    (queda) => {
      const decision = preguntar(['C:\\ventas\\noviembre.xlsx'], queda);
      expect(decision.anterior?.carga).toBe(CARGA);
      const dicho = preguntaDe(decision);
      expect(dicho).toContain('El envío de «noviembre.xlsx» del 21/11/2026 a las 10:32 ');
      const ingles = enIngles(() => preguntaDe(decision));
      expect(ingles).toContain('The upload of “noviembre.xlsx” on 21/11/2026 at 10:32 ');
      expect(dicho + ingles).not.toContain(CARGA);
    },
  );

  test('of several files is named by the first and how many more', () => {
    expect(preguntaDe(preguntar(['uno.xlsx', 'dos.csv', 'tres.ods'], 'terminada'))).toContain('«uno.xlsx y 2 más»');
  });
});

test('an option that names a command names none on the screens', () => {
  const [releer] = describir({ tipo: 'no_borrable', id: 'A-1' }).opciones;
  expect(releer?.texto).toContain('«conciliaciones borrar A-1»');
  expect(releer && decir(releer.frase)).toMatch(/si ya borraste la A-1\.$/);
});

test('why an upload waits is said in both languages', () => {
  const base = { carga: 'x', id: null, estado: 'ENVIANDO', total: 3, enviados: 1, tandas: 1, leidos: 0 } as const;
  const textos = [
    { ...base, espera: 4_000, auditando: false, problema: 'SIN_CONEXION' },
    { ...base, espera: 4_000, auditando: false, problema: 'SERVICIO_FALLA' },
    { ...base, espera: 4_000, auditando: true, problema: null },
    { ...base, espera: 4_000, auditando: false, problema: null },
  ] as const;
  for (const progreso of textos) {
    const { texto, frase } = progresoDe(progreso);
    expect(texto).toMatch(/4 s/);
    expect(frase && decir(frase)).toBe(texto);
    expect(frase && decirSolo(frase)).toMatch(/^[A-Z].*[^.]\.$/);
    expect(enIngles(() => frase && decir(frase))).toMatch(/4 s/);
    expect(enIngles(() => frase && decir(frase))).not.toBe(texto);
  }
});

describe('what the core says that nobody asked for', () => {
  test.each(DICHOS_CODIGOS)('%s is said by the screens as by the command line, and in English', (codigo) => {
    let oido: Parameters<typeof textoDeAviso>[0] | undefined;
    const preguntas = crearPreguntas();
    preguntas.conectar({
      enviar: (event) => (oido = event.tipo === 'aviso' ? event : undefined),
      hayAlguien: () => true,
    });
    decirA(preguntas.avisar, codigo, { nombre: 'X-1', motivo: 'fecha: fecha DD/MM/AAAA' });
    if (oido === undefined) throw new Error('nothing was said');
    const aviso = oido;
    const { texto } = aviso;
    const ingles = enIngles(() => textoDeAviso(aviso));
    if (!texto.includes('«') && codigo !== 'fila_apartada') expect(textoDeAviso(aviso)).toBe(texto);
    expect(ingles).not.toBe(texto);
    expect(ingles.includes('X-1')).toBe(texto.includes('X-1'));
  });

  const CONCILIACION = { id: '5001', fecha: parseIsoDate('2026-11-21') ?? null, total: 30, estado: 'IMPORTADO' };
  test.each([
    ['libro_recuperado', { nombre: 'l.db', aparte: 'l.danado', cargas: 3, at: Date.UTC(2026, 10, 21, 7, 32) }],
    ['libro_recuperado', { nombre: 'l.db', cargas: 1, at: Date.UTC(2026, 10, 21, 7, 32) }],
    ['recuperado_comparado', { conciliaciones: [CONCILIACION] }],
    ['recuperado_comparado', { conciliaciones: Array.from({ length: 14 }, () => ({ ...CONCILIACION, fecha: null })) }],
    ['conciliados_despues', { n: 1, cargas: 1, nombre: 'octubre.xlsx' }],
    ['conciliados_despues', { n: 3, cargas: 1 }],
    ['conciliados_despues', { n: 3, cargas: 2, nombre: 'octubre.xlsx' }],
  ] as const)('%s with %j names the same in both languages', (codigo, datos) => {
    const preguntas = crearPreguntas();
    let dichos: readonly [string, string, string] | undefined;
    preguntas.conectar({
      enviar: (event) => {
        if (event.tipo !== 'aviso') return;
        dichos = [event.texto, textoDeAviso(event), enIngles(() => textoDeAviso(event))];
      },
      hayAlguien: () => true,
    });
    decirA(preguntas.avisar, codigo, datos);
    const [texto = '', castellano = '', ingles = ''] = dichos ?? [];
    // The screens name no command, and no state by its code.
    if (!texto.includes('«')) expect(castellano).toBe(texto);
    expect(castellano).not.toContain('«');
    const nombres = (dicho: string): readonly string[] => dicho.match(/\d[\d/:]*|[a-z]+\.[a-z]+\b/g) ?? [];
    expect(nombres(castellano).length).toBeGreaterThan(0);
    expect(nombres(ingles)).toEqual(nombres(castellano));
    expect(ingles).not.toMatch(/[áéíóúñ]/);
  });

  test.each([
    ['conciliar-operaciones-resultado', 'Conciliaciones', 'Reconciliations'],
    ['liquidaciones-totales', 'Liquidaciones', 'Settlements'],
  ])('a row of %s that was set aside names its screen', (metodo, castellano, ingles) => {
    const dicho = { nombre: metodo, motivo: 'x', aparte: '', n: 0, cargas: 0, at: null, conciliaciones: [] };
    const aviso = { tipo: 'aviso', texto: '', dicho: { ...dicho, codigo: 'fila_apartada' } } as const;
    expect(textoDeAviso(aviso)).toContain(` para ${castellano} `);
    expect(enIngles(() => textoDeAviso(aviso))).toContain(` for ${ingles} `);
  });

  test('a row that was set aside says why in both languages, and in the core’s words what is not of a field', () => {
    const motivo = 'fecha: fecha DD/MM/AAAA; detalle: importe: importe sin separador de miles, o nada';
    const decirlo = (): string => problemasEnPalabras(motivo, problemasDe(motivo));
    expect(decirlo()).toBe(
      'Fecha: se esperaba una fecha DD/MM/AAAA; Detalle Importe: se esperaba un importe sin separador de miles, o nada',
    );
    expect(enIngles(decirlo)).toMatch(/^Date: a date DD\/MM\/YYYY was expected; /);
    const otro = 'la fila no es un objeto';
    expect(problemasEnPalabras(otro, problemasDe(otro))).toBe(otro);
  });

  test.each(Object.entries(FORMAS))(
    'the form «%s» is read back from the reason that it is written in',
    (forma, dicha) => {
      expect(problemasDe(`campo: ${dicha}`)).toEqual([{ campo: 'campo', forma }]);
      expect(enIngles(() => problemasEnPalabras('', problemasDe(`campo: ${dicha}`)))).toMatch(/ was expected$/);
    },
  );
});
