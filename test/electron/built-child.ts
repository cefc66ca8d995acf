/**
 * Runs a built out/main under plain Node with a fake `electron`: reads the example (importing thread), sends it and saves the report (writing thread).
 * Prints what happened as JSON.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createFakeElectron } from './fake-electron.ts';

const [, , root = '', copy = ''] = process.argv;
const fake = createFakeElectron();
const names = Object.keys(fake.electron).join(', ');
Reflect.set(globalThis, 'electronFalso', fake.electron);
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: `data:text/javascript,export const { ${names} } = globalThis.electronFalso;`, shortCircuit: true }
      : next(specifier, context),
});

const until = async (is: () => boolean): Promise<void> => {
  while (!is()) await delay(5);
};

async function run(): Promise<void> {
  fake.app.root = root;
  fake.app.ready.resolve(undefined);
  await import(pathToFileURL(path.join(root, 'out', 'main', 'main.js')).href);
  await until(() => fake.windows[0]?.loaded !== undefined);

  const page = fake.windows[0]?.webContents;
  const send = (message: unknown): Promise<unknown> | undefined =>
    fake.channels.get('conciliador')?.({ sender: page, senderFrame: page?.mainFrame } as never, message);
  let calls = 0;
  async function call<T>(method: string, input: unknown): Promise<T> {
    calls += 1;
    const answer = (await send({ tipo: 'llamar', llamada: String(calls), metodo: method, entrada: input })) as {
      ok: boolean;
      value: T;
    };
    if (!answer.ok) throw new Error(`${method}: ${JSON.stringify(answer)}`);
    return answer.value;
  }

  const screen = await fake.servers.get('app')?.(new Request('app://conciliador/'));
  const { nombre, archivo } = await call<{ nombre: string; archivo: string }>('ejemplo.iniciar', {});
  const [reading] = await call<{ filas: number; validas: number }[]>('archivos.validar', {
    archivos: [archivo],
    cupones: false,
  });
  const upload = await call<{ estado: string; conciliados: number; informe: string }>('cargas.conciliar', {
    cuenta: nombre,
    archivos: [archivo],
    omitirErrores: true,
    estable: 1,
    informe: 'conciliacion.xlsx',
  });
  fake.estado.saveTo = copy;
  await send({ tipo: 'abrir', archivo: upload.informe });
  fake.app.quit();
  await until(() => fake.app.facts.includes('fin'));

  process.stdout.write(
    JSON.stringify({
      pantalla: screen?.status,
      filas: reading?.filas,
      conciliados: upload.conciliados,
      informe: readFileSync(copy).subarray(0, 2).toString('latin1'),
      errores: fake.errores,
    }),
  );
}

// The program catches every unhandled error itself (failures.ts) and the fake never exits, so this process must exit.
try {
  await run();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${String(error)}\n${fake.errores.join('\n')}\n`);
  process.exit(1);
}
