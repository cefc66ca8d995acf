import { DecideState } from '../../src-renderer/features/explanations/decide.svelte.ts';
import type { makeApi } from './double.ts';

export const makeDecide = (api: ReturnType<typeof makeApi>): DecideState =>
  new DecideState({ api, account: 'mía', goesOn: true, onDone: () => Promise.resolve(), onShown: () => undefined });

export const TAKEN: { ns: number[]; cupones: []; rechazadas: [] } = { ns: [4], cupones: [], rechazadas: [] };
