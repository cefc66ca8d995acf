import { describe, expect, test } from 'vitest';
import { preguntaPorIguales } from '#app/conciliar/negativa.ts';
import { progresoDe } from '#app/conciliar/progreso.ts';
import { describir } from '../../src-main/domain/upload/decision.ts';
import { traducir } from '../../src-renderer/features/conciliar/textos-del-nucleo.ts';
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

type Decision = Parameters<typeof describir>[0];
const DECISIONES: readonly Decision[] = [
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
const iguales = (pendiente: string | null, terminada: string | null) =>
  preguntaPorIguales({ pendiente, terminada }, 3)?.decision ?? { pregunta: '', opciones: [] };

describe('what the core asks', () => {
  test.each([...DECISIONES.map(describir), iguales('01J', null), iguales(null, '01J')])(
    'is said in English with every number it names: $pregunta',
    ({ pregunta, opciones }) => {
      for (const texto of [pregunta, ...opciones.map((opcion) => opcion.texto)]) {
        if (!texto.includes('«conciliaciones ')) expect(traducir(texto)).toBe(texto);
        const ingles = enIngles(() => traducir(texto));
        expect(ingles).not.toBe(texto);
        for (const nombre of texto.match(/A-\d|01J|\b3\b/g) ?? []) expect(ingles).toContain(nombre);
      }
    },
  );
});

test('an option that names a command names none on the screens', () => {
  const [releer] = describir({ tipo: 'no_borrable', id: 'A-1' }).opciones;
  expect(releer?.texto).toContain('«conciliaciones borrar A-1»');
  expect(traducir(releer?.texto ?? '')).toMatch(/si ya borraste la A-1\.$/);
});

test('why an upload waits is said in English', () => {
  const base = { carga: 'x', id: null, estado: 'ENVIANDO', total: 3, enviados: 1, tandas: 1, leidos: 0 } as const;
  const textos = [
    { ...base, espera: 4_000, auditando: false, problema: 'SIN_CONEXION' },
    { ...base, espera: 4_000, auditando: false, problema: 'SERVICIO_FALLA' },
    { ...base, espera: 4_000, auditando: true, problema: null },
    { ...base, espera: 4_000, auditando: false, problema: null },
  ] as const;
  for (const progreso of textos) {
    const texto = progresoDe(progreso).texto ?? '';
    expect(texto).toMatch(/4 s/);
    expect(enIngles(() => traducir(texto))).toMatch(/4 s/);
    expect(enIngles(() => traducir(texto))).not.toBe(texto);
  }
});

test('a sentence that is not known stays as it came', () => {
  expect(enIngles(() => traducir('Otra cosa.'))).toBe('Otra cosa.');
});
