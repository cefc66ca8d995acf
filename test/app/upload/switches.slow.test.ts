/** What the description leaves open of reconciliations, one line of docs/gaps.md at a time: an upload over HTTP ends right under each. */
import { expect, test } from 'vitest';
import { uploadThrough } from './through.ts';

test.for([
  'parametros=consulta',
  'parametros=ambos',
  'token_en_login=ignora',
  'token_unico=si',
  'limite_por_segundo=5',
  'max_lote=40',
  'pagina_base=0',
  'pagina_pasada=ultima',
  'ver_ausente=estado',
  'total=texto',
  'campos_extra=si',
  'numeros=numero',
  'contadores=acumulado',
  'existentes=clave',
  'resultado_wallet=si',
  'eco=normalizado',
  'demora_ms=20000',
  'lista_pendientes=no',
  'resultado_pendiente=vacio',
  'resultado_pendiente=error',
])('an upload ends right with %s', async (trait) => {
  expect(await uploadThrough({ rasgos: [trait] })).toBe('terminada');
});

test.for(['vacio', 'sin_conciliar', 'gradual'])(
  'an upload ends right while its result comes late: %s',
  async (shape) => {
    expect(await uploadThrough({ rasgos: ['demora_ms=60000', `demora_forma=${shape}`] })).toBe('terminada');
  },
);

// What a send can meet; reads that fail, and sends that hang, are met by a real process (test/hosts/cli/broken-service.slow.test.ts).
test.for([
  'subir:1:corte-despues',
  'subir:2:corte-antes',
  'subir:2:corte-despues',
  'subir:2:500',
  'subir:2:500-despues',
  'subir:2:502-despues',
  'subir:2:truncada',
  'subir:3:truncada',
])('an upload ends right with the failure %s', async (failure) => {
  expect(await uploadThrough({ rasgos: [`falla=${failure}`] })).toBe('terminada');
});
