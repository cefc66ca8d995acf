import { z } from 'zod';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';

interface Rectangulo {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the window was left, in the desktop's pixels. `maximizada` keeps the size to go back to. */
export interface EstadoVentana {
  readonly bounds: Rectangulo | undefined;
  readonly maximizada: boolean;
}

/** What the screens need (docs/screens.md: everything works at 1024 × 700), and what a first run opens with. */
export const MINIMO = { width: 900, height: 600 } as const;
export const INICIAL = { width: 1280, height: 860 } as const;

const pixel = z.number().int().min(-100_000).max(100_000);
const ESTADO = z.object({
  bounds: z.object({
    x: pixel,
    y: pixel,
    width: pixel.min(MINIMO.width),
    height: pixel.min(MINIMO.height),
  }),
  maximizada: z.boolean(),
});

const NINGUNO: EstadoVentana = { bounds: undefined, maximizada: false };

/** As much of the window's top strip that a mouse can take hold of it. */
const AGARRE = { ancho: 120, alto: 40 } as const;

/** True when some display shows enough of the window's title bar to move it. */
function canBeSeen(bounds: Rectangulo, pantallas: readonly Rectangulo[]): boolean {
  return pantallas.some((area) => {
    const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
    return across >= AGARRE.ancho && bounds.y >= area.y && bounds.y + AGARRE.alto <= area.y + area.height;
  });
}

/**
 * Where to open the window: where it was, when that can still be seen on `pantallas` (the work areas of the displays). A file that is not
 * ours to understand is set aside and forgotten: it holds nothing that matters.
 */
export async function leerEstado(archivo: string, pantallas: readonly Rectangulo[]): Promise<EstadoVentana> {
  const leido = await readJsonFile(archivo, (value) => ESTADO.parse(value));
  if (leido.estado !== 'leido') return NINGUNO;
  const { bounds, maximizada } = leido.valor;
  return { bounds: canBeSeen(bounds, pantallas) ? bounds : undefined, maximizada };
}

export const guardarEstado = (archivo: string, estado: EstadoVentana): Promise<void> =>
  writeJsonAtomic(archivo, estado);
