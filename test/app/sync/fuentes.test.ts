import { expect, test } from 'vitest';
import { fuenteDe } from '#app/sync/fuentes.ts';
import { dia } from '../../storage/cache/apoyo.ts';
import { aService, createTestClock, memoryLearned, noSignal, startServer } from '../../service/fixtures.ts';

const MES = { ventana: { desde: dia('2026-10-01'), hasta: dia('2026-10-31') } };

// An upload goes on without the list; here it is what was asked for, and fewer days of it are denied alike.
test.for([
  [404, '', 'PEDIDO_RECHAZADO'],
  [200, '{}', 'RESPUESTA_INVALIDA'],
] as const)(
  'a service that answers %i and «%s» for reconciliations does not give them',
  async ([status, body, code]) => {
    await using server = await startServer(({ path }) => (path.startsWith('/oauth/') ? {} : { status, body }));
    const learned = memoryLearned({ parametros: 'cuerpo', pagina_base: '1' });
    const servicio = aService(server.url, { clock: createTestClock(), learned });
    const leida = fuenteDe(servicio, 'conciliaciones').pagina(MES, noSignal);
    await expect(leida).rejects.toMatchObject({ code, detail: { estado: status } });
  },
);
