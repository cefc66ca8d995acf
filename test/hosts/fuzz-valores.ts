/** Values for the methods of the contract, from their schemas and from around them. */
import fc from 'fast-check';
import type { Esquema } from '../../scripts/metodos.ts';

/** Texts that programs trip over, by the name of the field where there is something that means something. */
const RAROS = [
  '../../etc/passwd',
  '/etc/passwd',
  '__proto__',
  'constructor',
  'ﷺ\u0000',
  "'; DROP TABLE upload; --",
  '😀'.repeat(50),
  '=1+1',
  'a'.repeat(4096),
];
const DE_CAMPO: Readonly<Record<string, readonly string[]>> = {
  url: ['http://127.0.0.1:9', 'ftp://x', 'http://10.0.0.1', ''],
  exportar: ['r.xlsx', 'r.json', 'r.zip', '../r.xlsx', '/tmp/r.xlsx'],
  salida: ['r.xlsx', 'r.csv', '../r.csv', '/tmp/r.csv', 'r'],
  informe: ['r.xlsx', 'r\n.xlsx'],
  copia: ['ledger-20261121000000000.db', '../ledger.db'],
  cuenta: ['entorno', 'no-esta'],
  nombre: ['entorno', 'no-esta', 'Caja'],
};

/** Values of a schema. Waits are short: what they mean is tested elsewhere. */
export function valoresDe(esquema: Esquema, campo: string, archivo: string): fc.Arbitrary<unknown> {
  const opciones = esquema.anyOf ?? esquema.oneOf;
  if (opciones !== undefined) return fc.oneof(...opciones.map((una) => valoresDe(una, campo, archivo)));
  if (esquema.const !== undefined) return fc.constant(esquema.const);
  if (esquema.enum !== undefined) return fc.constantFrom(...esquema.enum);
  switch (esquema.type) {
    case 'object':
      return objetosDe(esquema, archivo);
    case 'array': {
      const item = campo === 'archivos' ? fc.constant(archivo) : valoresDe(esquema.items ?? {}, campo, archivo);
      const minLength = esquema.minItems ?? 0;
      return fc.array(item, { minLength, maxLength: Math.min(esquema.maxItems ?? 3, Math.max(3, minLength)) });
    }
    case 'string':
      return textosDe(esquema, campo);
    case 'integer':
    case 'number': {
      const esEspera = ['espera', 'tardanza', 'estable'].includes(campo);
      const min = Math.max(esquema.minimum ?? 0, -1000);
      const max = esEspera ? Math.max(min, 1) : Math.min(esquema.maximum ?? 1000, 2 ** 41);
      return esquema.type === 'integer' || esEspera ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
    default:
      return fc.constantFrom('2026-10-01', '2026-11-21', '2020-02-29'); // a date
  }
}

function textosDe({ pattern, maxLength = 4096 }: Esquema, campo: string): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.constantFrom('08:00', '23:59', '2026-10-01', '1');
  const propios = DE_CAMPO[campo];
  if (campo === 'url') return fc.constantFrom(...(propios ?? []));
  const cortos = RAROS.filter((raro) => raro.length <= maxLength);
  return fc.oneof(
    fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }),
    fc.constantFrom(...cortos),
    ...(propios === undefined ? [] : [fc.constantFrom(...propios)]),
  );
}

function objetosDe(esquema: Esquema, archivo: string): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = esquema;
  const campos = Object.fromEntries(
    Object.entries(properties).map(([nombre, valor]) => [nombre, valoresDe(valor, nombre, archivo)]),
  );
  const fijo = fc.record(campos, { requiredKeys: [...required] });
  if (typeof additionalProperties !== 'object' || propertyNames?.enum === undefined) return fijo;
  const llave = fc.constantFrom(...propertyNames.enum.map(String));
  return fc.dictionary(llave, valoresDe(additionalProperties, '', archivo), { maxKeys: 3 });
}

/** Around a schema: a value of it with one thing wrong, or anything at all. */
export function alrededor(bueno: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const cualquiera = fc.anything({
    maxDepth: 2,
    withBigInt: false,
    withDate: false,
    key: fc.constantFrom('nombre', '__proto__', 'x'),
  });
  const torcido = fc
    .tuple(bueno, fc.nat(), cualquiera, fc.constantFrom('quitar', 'cambiar', 'agregar'))
    .map(([valor, cual, otro, como]) => {
      if (typeof valor !== 'object' || valor === null) return otro;
      const llaves = Object.keys(valor);
      const llave = llaves[cual % Math.max(1, llaves.length)] ?? 'x';
      const { [llave]: _fuera, ...resto } = valor as Record<string, unknown>;
      if (como === 'quitar') return resto;
      return como === 'agregar' ? { ...valor, demas: otro } : { ...resto, [llave]: otro };
    });
  return fc.oneof(torcido, torcido, cualquiera);
}
