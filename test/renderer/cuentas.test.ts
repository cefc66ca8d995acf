import { describe, expect, test } from 'vitest';
import type { CuentaListada } from '#contract/documents.ts';
import { ConectarState, cuitDeTodos } from '../../src-renderer/features/ajustes/conectar.svelte.ts';
import { CuentasState } from '../../src-renderer/features/ajustes/cuentas.svelte.ts';
import { Sesion } from '../../src-renderer/marco/sesion.svelte.ts';
import { Falla } from '../../src-renderer/api/falla.ts';
import { apiDe, CUENTA, falla } from './doble.ts';

const never = new AbortController().signal;
const OTRA: CuentaListada = { ...CUENTA, nombre: 'otra', predeterminada: false };

function conectarCon(respuestas: Parameters<typeof apiDe>[0]) {
  const api = apiDe({
    'cuentas.listar': () => [],
    'cuentas.agregar': ({ nombre }) => ({ nombre, claveGuardada: true }),
    'cuentas.quitar': ({ nombre }) => ({ nombre, revocada: true, datosBorrados: false }),
    ...respuestas,
  });
  const estado = new ConectarState(api);
  Object.assign(estado, { nombre: ' Nueva ', url: 'https://x.example', identidad: 'clave', secreto: 's3creto' });
  return { api, estado };
}

describe('connecting an account', () => {
  test('says which merchants it found, and forgets the secret', async () => {
    const comercios = [{ id: '1', nombre: 'Centro' }];
    const { estado } = conectarCon({ 'cuentas.probar': () => ({ nombre: 'Nueva', comercios }) });
    await estado.probar(never);
    expect(estado.conectada).toMatchObject({ nombre: 'Nueva', comercios, claveGuardada: true });
    expect(estado.secreto).toBe('');
    expect(estado.falla).toBeUndefined();
  });

  test('says one tax number for all the stores when they have the same one', () => {
    const uno = { id: '1', nombre: 'Centro', cuit: '30715542189' };
    expect(cuitDeTodos([uno, { ...uno, id: '2' }])).toBe('30715542189');
    expect(cuitDeTodos([uno, { ...uno, id: '2', cuit: '20111111112' }])).toBeUndefined();
    expect(cuitDeTodos([uno, { id: '2', nombre: 'Otro' }])).toBeUndefined();
    expect(cuitDeTodos([{ ...uno, cuit: '' }])).toBeUndefined();
    expect(cuitDeTodos([])).toBeUndefined();
  });

  test('leaves nothing of an account that the service refuses, but its data', async () => {
    const { api, estado } = conectarCon({ 'cuentas.probar': () => falla('CREDENCIALES_RECHAZADAS') });
    await estado.probar(never);
    expect(estado.conectada).toBeUndefined();
    expect(estado.campoConFalla).toBe('secreto');
    expect(api.pedidos.at(-1)).toEqual(['cuentas.quitar', { nombre: 'Nueva', si: true, conDatos: false }]);
  });

  test('never touches an account that has the name already', async () => {
    const { api, estado } = conectarCon({ 'cuentas.listar': () => [{ ...CUENTA, nombre: 'NUEVA' }] });
    await estado.probar(never);
    expect(estado.campoConFalla).toBe('nombre');
    expect(api.pedidos.map(([metodo]) => metodo)).toEqual(['cuentas.listar']);
  });

  test('a failure of the address is said at the address', async () => {
    const { estado } = conectarCon({ 'cuentas.agregar': () => falla('URL_INSEGURA') });
    await estado.probar(never);
    expect(estado.campoConFalla).toBe('url');
  });
});

describe('an address where something else answers', () => {
  test.each([
    ['PEDIDO_RECHAZADO', { estado: 404 }, 'url'],
    ['RESPUESTA_INVALIDA', { motivo: 'html' }, 'url'],
    ['RESPUESTA_INVALIDA', { motivo: 'cortada' }, undefined],
    ['PEDIDO_RECHAZADO', { estado: 409 }, undefined],
  ] as const)('is said at the address: %s %o', async (code, detail, campo) => {
    const { estado } = conectarCon({
      'cuentas.probar': () => {
        throw new Falla({ code, message: '', detail });
      },
    });
    await estado.probar(never);
    expect(estado.campoConFalla).toBe(campo);
  });
});

describe('which account the screens work with', () => {
  test('is the chosen one, else the default, else the first', async () => {
    const sesion = new Sesion(apiDe({ 'cuentas.listar': () => [OTRA, CUENTA] }));
    expect(sesion.actual).toBeUndefined();
    await sesion.leer();
    expect(sesion.actual?.nombre).toBe('mía');
    sesion.elegir('otra');
    expect(sesion.actual?.nombre).toBe('otra');
    sesion.elegir('una que ya no está');
    expect(sesion.actual?.nombre).toBe('mía');
  });

  test('the one that was chosen stays so in its tab, after it is loaded again', async () => {
    const guardado = new Map<string, string>();
    const storage = {
      getItem: (clave: string) => guardado.get(clave) ?? null,
      setItem: (clave: string, valor: string) => void guardado.set(clave, valor),
    };
    const api = apiDe({ 'cuentas.listar': () => [OTRA, CUENTA] });
    new Sesion(api, storage).elegir(OTRA.nombre);
    const sesion = new Sesion(api, storage);
    await sesion.leer();
    expect(sesion.actual).toEqual(OTRA);
  });

  test('a list that cannot be read is a failure, not an empty list', async () => {
    const sesion = new Sesion(apiDe({ 'cuentas.listar': () => falla('DATOS_MAS_NUEVOS') }));
    await sesion.leer();
    expect(sesion.cuentas).toBeUndefined();
    expect(sesion.falla?.code).toBe('DATOS_MAS_NUEVOS');
  });
});

describe('the accounts of Ajustes', () => {
  async function abierta(respuestas: Parameters<typeof apiDe>[0]) {
    let cuentas = [CUENTA, OTRA];
    const api = apiDe({
      'cuentas.listar': () => cuentas,
      'cuentas.quitar': ({ nombre }) => {
        cuentas = cuentas.filter((cuenta) => cuenta.nombre !== nombre);
        return { nombre, revocada: false, datosBorrados: true };
      },
      ...respuestas,
    });
    const sesion = new Sesion(api);
    await sesion.leer();
    let now = 0;
    return { api, estado: new CuentasState({ api, sesion, ahora: () => (now += 400) }) };
  }

  test('each keeps the outcome of its own test', async () => {
    const { estado } = await abierta({
      'cuentas.probar': ({ cuenta }) => (cuenta === 'otra' ? falla('SIN_CONEXION') : { nombre: 'mía', comercios: [] }),
    });
    await estado.probar('mía', never);
    await estado.probar('otra', never);
    expect(estado.prueba).toMatchObject({ estado: 'probada', ms: 400 });
    estado.elegir('otra');
    expect(estado.prueba).toMatchObject({ estado: 'fallo', falla: { code: 'SIN_CONEXION' } });
  });

  test('removing one says what became of it, and shows another', async () => {
    const { estado } = await abierta({});
    estado.elegir('otra');
    await estado.quitar('otra', true);
    expect(estado.quitada).toEqual({ nombre: 'otra', revocada: false, datosBorrados: true });
    expect(estado.elegida?.nombre).toBe('mía');
  });

  test('one that could not be removed is still there, with why', async () => {
    const { estado } = await abierta({ 'cuentas.quitar': () => falla('EN_USO') });
    await estado.quitar('mía', false);
    expect(estado.falla?.code).toBe('EN_USO');
    expect(estado.elegida?.nombre).toBe('mía');
  });
});
