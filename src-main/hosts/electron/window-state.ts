import { z } from 'zod';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';

interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The last place of the window, in the desktop's pixels. `maximizada`: `bounds` is the size to restore. */
export interface WindowState {
  readonly bounds: Bounds | undefined;
  readonly maximizada: boolean;
}

/** The smallest size, for small screens, and the size of the first run. Pictures of the screens begin at 1024 × 700 (scripts/screenshots.ts). */
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

/** A mouse needs so much of the window's top strip to drag it. */
const GRIP = { ancho: 120, alto: 40 } as const;

/** True when some display shows enough of the title bar to drag the window. */
function canBeSeen(bounds: Bounds, displays: readonly Bounds[]): boolean {
  return displays.some((area) => {
    const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
    return across >= GRIP.ancho && bounds.y >= area.y && bounds.y + GRIP.alto <= area.y + area.height;
  });
}

/**
 * The place for the window: its last place, if that can still be seen on `displays` (their work areas). A file that cannot be understood is set
 * aside: nothing in it matters.
 */
export async function readState(file: string, displays: readonly Bounds[]): Promise<WindowState> {
  const reading = await readJsonFile(file, (value) => STATE.parse(value));
  if (reading.estado !== 'leido') return NONE;
  const { bounds, maximizada } = reading.valor;
  return { bounds: canBeSeen(bounds, displays) ? bounds : undefined, maximizada };
}

export const saveState = (file: string, state: WindowState): Promise<void> => writeJsonAtomic(file, state);
