import { createContext } from 'svelte';
import type { Api } from '../api/api.ts';
import type { Toasts } from '../ui/toasts.svelte.ts';
import type { Settings } from './settings.svelte.ts';
import type { Connection } from './connection.svelte.ts';
import type { Router, ScreenCommands } from './router.svelte.ts';
import type { HelpState } from './help.svelte.ts';
import type { StepsByAccount } from './decisions.svelte.ts';
import type { Freshness } from './freshness.svelte.ts';
import type { PendingCounts } from './pending.svelte.ts';
import type { Period } from './period.svelte.ts';
import type { Session } from './session.svelte.ts';
import type { Jobs } from './jobs.svelte.ts';
import type { TakenUp } from './taken-up.ts';

export interface Shared {
  readonly api: Api;
  readonly session: Session;
  readonly jobs: Jobs;
  readonly takenUp: TakenUp;
  readonly toasts: Toasts;
  readonly router: Router;
  readonly connection: Connection;
  readonly settings: Settings;
  readonly period: Period;
  readonly freshness: Freshness;
  readonly pending: PendingCounts;
  readonly help: HelpState;
  readonly decisions: StepsByAccount;
  readonly commands: ScreenCommands;
}

export const [getShared, setShared] = createContext<Shared>();
