import { z } from 'zod';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';

interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the window was left, in the desktop's pixels. `maximizada` keeps the size to go back to. */
export interface WindowState {
  readonly bounds: Bounds | undefined;
  readonly maximizada: boolean;
}

/** What the screens need (docs/screens.md: everything works at 1024 × 700), and what a first run opens with. */
export const MINIMUM = { width: 900, height: 600 } as const;
export const INITIAL = { width: 1280, height: 860 } as const;

const pixel = z.number().int().min(-100_000).max(100_000);
const STATE = z.object({
  bounds: z.object({
    x: pixel,
    y: pixel,
    width: pixel.min(MINIMUM.width),
    height: pixel.min(MINIMUM.height),
  }),
  maximizada: z.boolean(),
});

const NONE: WindowState = { bounds: undefined, maximizada: false };

/** As much of the window's top strip that a mouse can take hold of it. */
const GRIP = { ancho: 120, alto: 40 } as const;

/** True when some display shows enough of the window's title bar to move it. */
function canBeSeen(bounds: Bounds, displays: readonly Bounds[]): boolean {
  return displays.some((area) => {
    const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
    return across >= GRIP.ancho && bounds.y >= area.y && bounds.y + GRIP.alto <= area.y + area.height;
  });
}

/**
 * Where to open the window: where it was, when that can still be seen on `displays` (the work areas of the displays). A file that is not
 * ours to understand is set aside and forgotten: it holds nothing that matters.
 */
export async function readState(archivo: string, displays: readonly Bounds[]): Promise<WindowState> {
  const leido = await readJsonFile(archivo, (value) => STATE.parse(value));
  if (leido.estado !== 'leido') return NONE;
  const { bounds, maximizada } = leido.valor;
  return { bounds: canBeSeen(bounds, displays) ? bounds : undefined, maximizada };
}

export const saveState = (archivo: string, estado: WindowState): Promise<void> => writeJsonAtomic(archivo, estado);
