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
  'pagina_pasada=error',
  'sobre_maximo=defecto',
  'sobre_maximo=error',
  'lista_vacia=404',
  'lista_vacia=estado',
  'ver_ausente=estado',
  'ver_pendiente=no',
  'cuenta_al_cerrar=si',
  'total=texto',
  'campos_extra=si',
  'numeros=numero',
  'contadores=acumulado',
  'contadores=mal',
  'existentes=clave',
  'resultado_wallet=si',
  'eco=normalizado',
  'eco=entidades',
  'eco=sin_acentos',
  'demora_ms=20000',
  'total_cuenta=nuevos',
  'total_cuenta=sin_error',
  'lista_pendientes=no',
  'resultado_pendiente=vacio',
  'resultado_pendiente=error',
  'fechas_sueltas=dmy',
  'post_importado=agrega',
])('an upload ends right with %s', async (rasgo) => {
  expect(await uploadThrough({ rasgos: [rasgo] })).toBe('terminada');
});

test.for(['vacio', 'sin_conciliar', 'gradual'])(
  'an upload ends right while its result comes late: %s',
  async (shape) => {
    expect(await uploadThrough({ rasgos: ['demora_ms=60000', `demora_forma=${shape}`] })).toBe('terminada');
  },
);
