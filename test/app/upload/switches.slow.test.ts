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
  'post_importado=ignora',
  'malos_rompen=50',
  'eco=signos',
  'resultado_orden=barajado',
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

// Only the header around its result shows an open reconciliation, or nothing does.
test.for([
  '',
  'resultado_pendiente=vacio',
  'resultado_pendiente=error',
  'lista_vacia=404',
  'lista_vacia=estado ver_ausente=estado resultado_pendiente=error',
])('an upload ends right where neither header nor list shows what is open: %s', async (more) => {
  const traits = `ver_pendiente=no lista_pendientes=no ${more}`.trim().split(' ');
  expect(await uploadThrough({ rasgos: traits })).toBe('terminada');
});

// The list is asked for in parts: some days have one, and others have none.
test.for(['lista_vacia=404 max_dias=1', 'lista_vacia=404 max_dias=2', 'lista_vacia=estado max_dias=1'])(
  'an upload ends right with %s',
  async (traits) => {
    expect(await uploadThrough({ rasgos: traits.split(' ') })).toBe('terminada');
  },
);

test('an upload ends right where the last page of its result comes again, in another order', async () => {
  expect(await uploadThrough({ rasgos: ['resultado_orden=barajado', 'pagina_pasada=ultima'] })).toBe('terminada');
});

// A lost answer that nothing settles makes it delete what it sent and begin again.
test.for(['ids_reusados=si', 'post_borrado=crea', 'borrado_olvida=no'])(
  'an upload that begins again ends right with %s',
  async (trait) => {
    const traits = ['cuenta_al_cerrar=si', 'falla=subir:3:corte-despues', trait];
    expect(await uploadThrough({ rasgos: traits })).toBe('terminada');
  },
);
