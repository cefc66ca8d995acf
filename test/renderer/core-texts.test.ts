import { describe, expect, test } from 'vitest';
import { askAboutEqual } from '#app/wizard/refusal.ts';
import { progressOf } from '#app/upload/progress.ts';
import type { Decision } from '#contract/documents.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import { tellTo, STATEMENT_CODES } from '#domain/texts/statements.ts';
import { SHAPES, findProblems } from '#domain/shape.ts';
import { sayAtConsole } from '#domain/texts/upload-sentences.ts';
import { describeDecision } from '#domain/upload/index.ts';
import { createQuestions } from '../../src-main/hosts/page/questions.ts';
import { say, describeAlone, describeQuestion } from '../../src-renderer/features/sending/core-texts.ts';
import { getNoticeText } from '../../src-renderer/frame/statements.ts';
import { describeProblems } from '../../src-renderer/ui/shapes.ts';
import { getLocale, overwriteGetLocale } from '../../src-renderer/paraglide/runtime.js';

function inEnglish<T>(work: () => T): T {
  const antes = getLocale;
  overwriteGetLocale(() => 'en');
  try {
    return work();
  } finally {
    overwriteGetLocale(antes);
  }
}

const DECISIONS: readonly Parameters<typeof describeDecision>[0][] = [
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
const decisionsOfEqual = (pending: string | null, finished: string | null, borrada = false): Decision[] => {
  const decision = askAboutEqual(
    { upload: () => undefined },
    { pendiente: pending, terminada: finished, borrada },
    3,
  )?.decision;
  return decision === undefined ? [] : [decision];
};

describe('what the core asks', () => {
  test.each([
    ...DECISIONS.map(describeDecision),
    ...decisionsOfEqual('01J', null),
    ...decisionsOfEqual(null, '01J'),
    ...decisionsOfEqual(null, '01J', true),
  ])(
    'is said by the screens as by the command line, and in English, with every number it names: $pregunta',
    ({ pregunta, frase, opciones }) => {
      for (const dicho of [{ texto: pregunta, frase }, ...opciones]) {
        expect(dicho.texto).toBe(sayAtConsole(dicho.frase));
        if (!dicho.texto.includes('«conciliaciones ')) expect(say(dicho.frase)).toBe(dicho.texto);
        const english = inEnglish(() => say(dicho.frase));
        expect(english).not.toBe(dicho.texto);
        for (const nombre of dicho.texto.match(/A-\d|01J|\b3\b/g) ?? []) expect(english).toContain(nombre);
      }
    },
  );
});

describe('an earlier upload of the same coupons', () => {
  const TEST_UPLOAD = '01J8Z0000000000000000000AB';
  const upload = (archivos: readonly string[]) => ({
    ...{ carga: TEST_UPLOAD, cuenta: 'x', total: 3, marcador: null, terminada: false },
    archivos,
    congelado: Date.UTC(2026, 10, 21, 13, 32),
  });
  const ask = (archivos: readonly string[], remaining: 'pendiente' | 'terminada'): Decision => {
    const none = { pendiente: null, terminada: null, borrada: false };
    const ledger = { upload: (carga: string) => (carga === TEST_UPLOAD ? upload(archivos) : undefined) };
    const decision = askAboutEqual(ledger, { ...none, [remaining]: TEST_UPLOAD }, 3)?.decision;
    if (decision === undefined) throw new Error('nothing is asked');
    return decision;
  };

  test.each(['pendiente', 'terminada'] as const)(
    'that is %s is named by its file and when it was sent, and its number is left for the detail',
    (remaining) => {
      const decision = ask(['C:\\ventas\\noviembre.xlsx'], remaining);
      expect(decision.anterior?.carga).toBe(TEST_UPLOAD);
      const dicho = describeQuestion(decision);
      expect(dicho).toContain('El envío de «noviembre.xlsx» del 21/11/2026 a las 10:32 ');
      const english = inEnglish(() => describeQuestion(decision));
      expect(english).toContain('The upload of “noviembre.xlsx” on 21/11/2026 at 10:32 ');
      expect(dicho + english).not.toContain(TEST_UPLOAD);
    },
  );

  test('of several files is named by the first and how many more', () => {
    expect(describeQuestion(ask(['uno.xlsx', 'dos.csv', 'tres.ods'], 'terminada'))).toContain('«uno.xlsx y 2 más»');
  });
});

test('an option that names a command names none on the screens', () => {
  const [readAgain] = describeDecision({ tipo: 'no_borrable', id: 'A-1' }).opciones;
  expect(readAgain?.texto).toContain('«conciliaciones borrar A-1»');
  expect(readAgain && say(readAgain.frase)).toMatch(/si ya borraste la A-1\.$/);
});

test('why an upload waits is said in both languages', () => {
  const base = { carga: 'x', id: null, estado: 'ENVIANDO', total: 3, enviados: 1, tandas: 1, leidos: 0 } as const;
  const texts = [
    { ...base, espera: 4_000, isAuditing: false, problema: 'SIN_CONEXION' },
    { ...base, espera: 4_000, isAuditing: false, problema: 'SERVICIO_FALLA' },
    { ...base, espera: 4_000, isAuditing: true, problema: null },
    { ...base, espera: 4_000, isAuditing: false, problema: null },
  ] as const;
  for (const progreso of texts) {
    const { texto, frase } = progressOf(progreso);
    expect(texto).toMatch(/4 s/);
    expect(frase && say(frase)).toBe(texto);
    expect(frase && describeAlone(frase)).toMatch(/^[A-Z].*[^.]\.$/);
    expect(inEnglish(() => frase && say(frase))).toMatch(/4 s/);
    expect(inEnglish(() => frase && say(frase))).not.toBe(texto);
  }
});

describe('what the core says that nobody asked for', () => {
  test.each(STATEMENT_CODES)('%s is said by the screens as by the command line, and in English', (codigo) => {
    let heard: Parameters<typeof getNoticeText>[0] | undefined;
    const preguntas = createQuestions();
    preguntas.connect({
      send: (event) => (heard = event.tipo === 'aviso' ? event : undefined),
      hasListener: () => true,
    });
    tellTo(preguntas.notify, codigo, { nombre: 'X-1', motivo: 'fecha: fecha DD/MM/AAAA' });
    if (heard === undefined) throw new Error('nothing was said');
    const notice = heard;
    const { texto } = notice;
    const english = inEnglish(() => getNoticeText(notice));
    if (!texto.includes('«') && codigo !== 'fila_apartada') expect(getNoticeText(notice)).toBe(texto);
    expect(english).not.toBe(texto);
    expect(english.includes('X-1')).toBe(texto.includes('X-1'));
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
  ] as const)('%s with %j names the same in both languages', (codigo, data) => {
    const preguntas = createQuestions();
    let statements: readonly [string, string, string] | undefined;
    preguntas.connect({
      send: (event) => {
        if (event.tipo !== 'aviso') return;
        statements = [event.texto, getNoticeText(event), inEnglish(() => getNoticeText(event))];
      },
      hasListener: () => true,
    });
    tellTo(preguntas.notify, codigo, data);
    const [texto = '', spanish = '', english = ''] = statements ?? [];
    // The screens name no command, and call no state by its code.
    if (!texto.includes('«')) expect(spanish).toBe(texto);
    expect(spanish).not.toContain('«');
    const namesOf = (dicho: string): readonly string[] => dicho.match(/\d[\d/:]*|[a-z]+\.[a-z]+\b/g) ?? [];
    expect(namesOf(spanish).length).toBeGreaterThan(0);
    expect(namesOf(english)).toEqual(namesOf(spanish));
    expect(english).not.toMatch(/[áéíóúñ]/);
  });

  test.each([
    ['conciliar-operaciones-resultado', 'Conciliaciones', 'Reconciliations'],
    ['liquidaciones-totales', 'Liquidaciones', 'Settlements'],
  ])('a row of %s that was set aside names its screen', (metodo, spanish, english) => {
    const dicho = { nombre: metodo, motivo: 'x', aparte: '', n: 0, cargas: 0, at: null, conciliaciones: [] };
    const notice = { tipo: 'aviso', texto: '', dicho: { ...dicho, codigo: 'fila_apartada' } } as const;
    expect(getNoticeText(notice)).toContain(` para ${spanish} `);
    expect(inEnglish(() => getNoticeText(notice))).toContain(` for ${english} `);
  });

  test('a row that was set aside says why in both languages, and in the core’s words what is not of a field', () => {
    const motivo = 'fecha: fecha DD/MM/AAAA; detalle: importe: importe sin separador de miles, o nada';
    const sayIt = (): string => describeProblems(motivo, findProblems(motivo));
    expect(sayIt()).toBe(
      'Fecha: se esperaba una fecha DD/MM/AAAA; Detalle Importe: se esperaba un importe sin separador de miles, o nada',
    );
    expect(inEnglish(sayIt)).toMatch(/^Date: a date DD\/MM\/YYYY was expected; /);
    const otro = 'la fila no es un objeto';
    expect(describeProblems(otro, findProblems(otro))).toBe(otro);
  });

  test.each(Object.entries(SHAPES))(
    'the form «%s» is read back from the reason that it is written in',
    (shape, statement) => {
      expect(findProblems(`campo: ${statement}`)).toEqual([{ campo: 'campo', forma: shape }]);
      expect(inEnglish(() => describeProblems('', findProblems(`campo: ${statement}`)))).toMatch(/ was expected$/);
    },
  );
});
