import { describe, expect, test } from 'vitest';
import { askAboutEqual } from '#app/conciliar/refusal.ts';
import { progressOf } from '#app/upload/summary.ts';
import type { Machine } from '#domain/upload/machine.ts';
import type { UploadQuestionDocument } from '#contract/documents.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import { tellTo, STATEMENT_CODES } from '#domain/texts/statements.ts';
import { PROBLEMS } from '#domain/texts/field-labels.ts';
import { sayAtConsole } from '#domain/texts/upload-sentences.ts';
import { describeDecision } from '#domain/upload/decision.ts';
import { createQuestions } from '../../src-main/hosts/screens/questions.ts';
import { say, describeAlone, describeQuestion } from '../../src-renderer/features/sending/core-texts.ts';
import { getNoticeText } from '../../src-renderer/frame/notices.svelte.ts';
import { getLocale, overwriteGetLocale } from '../../src-renderer/paraglide/runtime.js';

function inEnglish<T>(work: () => T): T {
  const before = getLocale;
  overwriteGetLocale(() => 'en');
  try {
    return work();
  } finally {
    overwriteGetLocale(before);
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
/** A ledger whose uploads have no events. */
const NOTHING_WRITTEN = {
  readEvents: () => [],
  readLearned: () => ({ lista: null, numeros: null, tamano: null }),
};
const decisionsOfEqual = (pending: string | null, finished: string | null, deleted = false) => {
  const decision = askAboutEqual(
    { upload: () => undefined, ...NOTHING_WRITTEN },
    { pendiente: pending, terminada: finished, borrada: deleted },
    3,
  )?.decision;
  return decision === undefined ? [] : [decision];
};

test.each([
  ...DECISIONS.map(describeDecision),
  ...decisionsOfEqual('01J', null),
  ...decisionsOfEqual(null, '01J'),
  ...decisionsOfEqual(null, '01J', true),
])(
  'what the core asks is said by the screens as by the command line, and in English, with every number it names: $pregunta',
  ({ pregunta, frase, opciones }) => {
    for (const said of [{ texto: pregunta, frase }, ...opciones]) {
      expect(said.texto).toBe(sayAtConsole(said.frase));
      if (!said.texto.includes('«conciliaciones ')) expect(say(said.frase)).toBe(said.texto);
      const english = inEnglish(() => say(said.frase));
      expect(english).not.toBe(said.texto);
      for (const name of said.texto.match(/A-\d|01J|\b3\b/g) ?? []) expect(english).toContain(name);
    }
  },
);

describe('an earlier upload of the same coupons', () => {
  const TEST_UPLOAD = '01J8Z0000000000000000000AB';
  const upload = {
    ...{ carga: TEST_UPLOAD, cuenta: 'x', total: 3, marcador: null, terminada: false },
    archivos: ['C:\\ventas\\noviembre.xlsx'],
    congelado: Date.UTC(2026, 10, 21, 13, 32),
  };
  const ask = (remaining: 'pendiente' | 'terminada'): UploadQuestionDocument => {
    const none = { pendiente: null, terminada: null, borrada: false };
    const ledger = {
      upload: (uploadId: string) => (uploadId === TEST_UPLOAD ? upload : undefined),
      ...NOTHING_WRITTEN,
    };
    const decision = askAboutEqual(ledger, { ...none, [remaining]: TEST_UPLOAD }, 3)?.decision;
    if (decision === undefined) throw new Error('nothing is asked');
    return decision;
  };

  test.each(['pendiente', 'terminada'] as const)(
    'that is %s is named by its file and when it was sent, and its number is left for the detail',
    (remaining) => {
      const decision = ask(remaining);
      expect(decision.anterior?.carga).toBe(TEST_UPLOAD);
      const said = describeQuestion(decision);
      expect(said).toContain('El envío de «noviembre.xlsx» del 21/11/2026 a las 10:32 ');
      const english = inEnglish(() => describeQuestion(decision));
      expect(english).toContain('The upload of “noviembre.xlsx” on 21/11/2026 at 10:32 ');
      expect(said + english).not.toContain(TEST_UPLOAD);
    },
  );
});

test('an option that names a command names none on the screens', () => {
  const [readAgain] = describeDecision({ tipo: 'no_borrable', id: 'A-1' }).opciones;
  expect(readAgain?.texto).toContain('«conciliaciones borrar A-1»');
  expect(readAgain && say(readAgain.frase)).toMatch(/si ya borraste la A-1\.$/);
});

test('why an upload waits is said in both languages', () => {
  for (const [state, problema, isWaitingAgain] of [
    ['READY', null, true],
    ['READY', 'SIN_CONEXION', false],
    ['READY', 'SERVICIO_FALLA', false],
    ['LATE_AUDIT', null, false],
    ['READY', null, false],
  ] as const) {
    const m = { fase: { state }, total: 3, applied: 1, tandas: 1 } as unknown as Machine; // the code under test reads only these fields
    const { texto, frase } = progressOf('x', m, { espera: 4_000, problema, leidos: 0, isWaitingAgain });
    expect(texto).toMatch(/4 s/);
    expect(frase && say(frase)).toBe(texto);
    expect(frase && describeAlone(frase)).toMatch(/^[A-Z].*[^.]\.$/);
    expect(inEnglish(() => frase && say(frase))).toMatch(/4 s/);
    expect(inEnglish(() => frase && say(frase))).not.toBe(texto);
  }
});

describe('what the core says that nobody asked for', () => {
  /** The notice that reaches the screens when the core tells `code`. */
  function hear(code: Parameters<typeof tellTo>[1], data: Parameters<typeof tellTo>[2]) {
    const heard: Parameters<typeof getNoticeText>[0][] = [];
    const questions = createQuestions();
    questions.connect({
      send: (event) => void (event.tipo === 'aviso' && heard.push(event)),
      hasListener: () => true,
    });
    tellTo(questions.notify, code, data);
    return heard[0] ?? expect.unreachable();
  }

  test.each(STATEMENT_CODES)('%s is said by the screens as by the command line, and in English', (code) => {
    const notice = hear(code, { nombre: 'X-1', problemas: [{ campo: 'fecha', forma: 'fecha_dmy' }] });
    const { texto } = notice;
    const english = inEnglish(() => getNoticeText(notice));
    if (!texto.includes('«') && code !== 'fila_apartada') expect(getNoticeText(notice)).toBe(texto);
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
  ] as const)('%s with %j names the same in both languages', (code, data) => {
    const notice = hear(code, data);
    const [spanish, english] = [getNoticeText(notice), inEnglish(() => getNoticeText(notice))];
    // The screens name no command, and call no state by its code.
    if (!notice.texto.includes('«')) expect(spanish).toBe(notice.texto);
    expect(spanish).not.toContain('«');
    const namesOf = (said: string): readonly string[] => said.match(/\d[\d/:]*|[a-z]+\.[a-z]+\b/g) ?? [];
    expect(namesOf(spanish).length).toBeGreaterThan(0);
    expect(namesOf(english)).toEqual(namesOf(spanish));
    expect(english).not.toMatch(/[áéíóúñ]/);
  });

  test.each([
    ['conciliar-operaciones-resultado', 'Conciliaciones', 'Reconciliations'],
    ['liquidaciones-totales', 'Liquidaciones', 'Settlements'],
  ])('a row of %s that was set aside names its screen', (method, spanish, english) => {
    const said = { nombre: method, problemas: [], aparte: '', n: 0, cargas: 0, at: null, conciliaciones: [] };
    const notice = { tipo: 'aviso', texto: '', dicho: { ...said, codigo: 'fila_apartada' } } as const;
    expect(getNoticeText(notice)).toContain(` para ${spanish} `);
    expect(inEnglish(() => getNoticeText(notice))).toContain(` for ${english} `);
  });

  test('a row that was set aside says why in the words of each place', () => {
    const problems = [
      { campo: 'fecha', forma: 'fecha_dmy' },
      { campo: 'detalle.importe', forma: 'importe_sin_miles_o_nada' },
    ] as const;
    expect(PROBLEMS.console(problems)).toBe(
      'fecha: una fecha DD/MM/AAAA; detalle.importe: un importe sin separador de miles, o nada',
    );
    expect(PROBLEMS.es(problems)).toBe(
      'Fecha: se esperaba una fecha DD/MM/AAAA; Detalle Importe: se esperaba un importe sin separador de miles, o nada',
    );
    expect(PROBLEMS.en(problems)).toMatch(/^Date: a date DD\/MM\/YYYY was expected; /);
    expect(PROBLEMS.es([{ campo: '', forma: 'objeto' }])).toBe('Fila: se esperaba un registro con campos');
  });
});
