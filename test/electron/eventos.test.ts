import { expect, test } from 'vitest';
import { crearEventos } from '#hosts/electron/eventos.ts';
import { VentanaFalsa } from './electron-falso.ts';

function stream() {
  const ventana = new VentanaFalsa({});
  const waiting: (() => void)[] = [];
  let open: VentanaFalsa | undefined = ventana;
  const eventos = crearEventos({ ventana: () => open as never, luego: (run) => waiting.push(run) });
  const told = (): unknown[] => ventana.webContents.enviados.map(({ datos }) => datos);
  return { eventos, ventana, waiting, told, leave: () => (open = undefined) };
}
const at = (hecho: number) => ({ fase: 'envio', hecho, total: 9 }) as const;

test('of the progress of each call only the newest is sent, together', () => {
  const { eventos, waiting, told } = stream();
  for (const hecho of [1, 2, 3]) {
    eventos.avance('a', at(hecho));
    eventos.avance('b', at(hecho));
  }
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  expect(told()).toEqual([
    { tipo: 'avance', llamada: 'a', progreso: at(3) },
    { tipo: 'avance', llamada: 'b', progreso: at(3) },
  ]);
  eventos.avance('a', at(4));
  expect(waiting).toHaveLength(2);
});

test('a window that is being destroyed is sent nothing', () => {
  const { eventos, ventana, told } = stream();
  ventana.isDestroyed = () => true;
  eventos.enviar({ tipo: 'aviso', texto: 'x' });
  expect(told()).toEqual([]);
  expect(eventos.hayAlguien()).toBe(false);
});

test('a window whose page is gone is sent nothing', () => {
  const { eventos, ventana, told } = stream();
  ventana.isDestroyed = () => false;
  ventana.webContents.destruida = true;
  eventos.enviar({ tipo: 'aviso', texto: 'x' });
  expect(told()).toEqual([]);
});

test('without a window nothing is sent', () => {
  const { eventos, told, leave } = stream();
  leave();
  eventos.enviar({ tipo: 'aviso', texto: 'x' });
  expect(told()).toEqual([]);
});
