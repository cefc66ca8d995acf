import { afterAll, beforeAll, expect, test } from 'vitest';
import { mountWorld, sheet, NO_WAITS, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await mountWorld();
  await world.cli(['conciliar', world.file('octubre.csv', sheet(6)), '--json', ...NO_WAITS]);
});
afterAll(() => world.close());

const reconcile = async (archivo: string, ...mas: string[]) => {
  const { codigo, stdout } = await world.cli(['conciliar', archivo, '--json', ...NO_WAITS, ...mas]);
  return { codigo, document: JSON.parse(stdout) as Record<string, unknown> };
};
/** As another program exports the same: the other way round, numbers without their zeros, dates as ISO; and `mas` new ones. */
function sendAgain(mas: number): string {
  const [encabezado = '', ...filas] = sheet(6 + mas)
    .trimEnd()
    .split('\n');
  const others = filas.toReversed().map((fila) => {
    const [fecha = '', importe, comprobante = '', tarjeta] = fila.split(';');
    return [fecha.split('/').toReversed().join('-'), importe, String(Number(comprobante)), tarjeta].join(';');
  });
  return `${[encabezado, ...others].join('\n')}\n`;
}
const conciliaciones = () => world.sandbox.truth.conciliaciones().length;

test('a file that is mostly of coupons that were sent, written otherwise, asks and sends nothing', async () => {
  const antes = conciliaciones();
  const { codigo, document: doc } = await reconcile(world.file('noviembre.csv', sendAgain(2)));
  expect(codigo).toBe(4);
  expect(doc).toMatchObject({
    carga: null,
    codigo: 'YA_ENVIADO',
    enviados: 0,
    pendientes: 8,
    mensaje: expect.stringMatching(
      /^De este archivo ya se enviaron 6 cupones: 6 el \d\d\/\d\d en «octubre»\. No se envió nada\./,
    ),
    decision: {
      opciones: [{ clave: 'omitir-enviados' }, { clave: 'enviar-todos' }],
      yaEnviados: { cupones: 6, de: 8, cargas: [{ archivo: 'octubre.csv', cupones: 6 }] },
    },
  });
  expect(conciliaciones()).toBe(antes);
});

test('omitted, only the new ones are sent', async () => {
  const archivo = world.file('noviembre.csv', sendAgain(2));
  const { codigo, document: doc } = await reconcile(archivo, '--decidir', 'omitir-enviados');
  expect(codigo).toBe(0);
  expect(doc).toMatchObject({ enviados: 2, nuevos: 2 });
  // Now all of it was sent: nothing is left to send, and the same answer says so.
  const other = await reconcile(archivo, '--decidir', 'omitir-enviados');
  expect(other.codigo).toBe(1);
  expect(other.document).toMatchObject({
    codigo: 'SIN_CUPONES',
    mensaje: expect.stringContaining('ya se habían enviado'),
  });
});

test('answered beforehand, all of it is sent again', async () => {
  const archivo = world.file('todo.csv', sendAgain(1));
  expect((await reconcile(archivo, '--repetir')).document).toMatchObject({ enviados: 7 });
  expect((await reconcile(archivo, '--decidir', 'enviar-todos')).document).toMatchObject({ enviados: 7 });
});

test('a few of them are only told, with the file and the row, and go with the others', async () => {
  const added = sheet(5, 300).trimEnd().split('\n');
  const archivo = world.file('pocas.csv', `${[...added, sheet(1).trimEnd().split('\n')[1]].join('\n')}\n`);
  const cuenta = (await world.cli(['validar', archivo, '--json', '--cuenta', 'entorno'])).stdout;
  expect(JSON.parse(cuenta)).toMatchObject({
    avisos: [
      {
        fila: 7,
        codigo: 'YA_ENVIADO',
        mensaje: expect.stringMatching(/^Ya lo mandaste el .* en «\w+» \(fila \d+\)\.$/),
      },
    ],
  });
  expect(await reconcile(archivo)).toMatchObject({ codigo: 0, document: { enviados: 6 } });
});

test('for people, each answer comes with the command that gives it', async () => {
  const archivo = world.file('noviembre-2.csv', sendAgain(3).replace('Fecha', 'Fecha '));
  const { codigo, stdout } = await world.cli(['conciliar', archivo, ...NO_WAITS]);
  expect(codigo).toBe(4);
  expect(stdout).toContain('el mismo comando con --decidir omitir-enviados');
  expect(stdout).toContain('el mismo comando con --repetir');
});
