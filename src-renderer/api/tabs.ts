/** The channel of the tabs of one browser that show the same program (same address and port). Nobody else hears it. */
export const TABS = 'conciliador.pestanas';

/** The storage key of what lets a page without a session ask the program to open a page that has one (`door.ts` of the host). */
export const DOOR = 'conciliador.puerta';

/** What tabs say to one another. `de`: the tab that speaks; `a`: the tab that it speaks to. */
type Message =
  | { readonly tipo: 'busco'; readonly de: string }
  | { readonly tipo: 'estoy'; readonly de: string; readonly a: string }
  | { readonly tipo: 'pido'; readonly de: string; readonly a: string }
  | { readonly tipo: 'entrada'; readonly a: string; readonly entrada: string };

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;

/** Resolves with the first thing that `pick` finds in a message; undefined after `ms`. */
function hear<T>(channel: Channel, pick: (said: Message) => T | undefined, ms: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const end = (found: T | undefined): void => {
      clearTimeout(timer);
      channel.removeEventListener('message', listen);
      resolve(found);
    };
    const listen = ({ data }: MessageEvent<Message>): void => {
      const found = pick(data);
      if (found !== undefined) end(found);
    };
    const timer = setTimeout(end, ms, undefined);
    channel.addEventListener('message', listen);
  });
}

/** Makes a tab with a session let other tabs in, each when a person asks for it in that tab. `mint` gives a new one-time entry. */
export function letTabsIn(channel: Channel, me: string, mint: () => Promise<string>): void {
  const say = (message: Message): void => channel.postMessage(message);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.tipo === 'busco') say({ tipo: 'estoy', de: me, a: data.de });
    if (data.tipo !== 'pido' || data.a !== me) return;
    const { de } = data;
    mint().then(
      (entry) => {
        say({ tipo: 'entrada', a: de, entrada: entry });
      },
      () => undefined, // this tab has lost its session; the tab that asks has its own time limit
    );
  });
}

/** Finds a tab with a session; undefined when none answers within `ms`. */
export function findTab(channel: Channel, me: string, ms: number): Promise<string | undefined> {
  const found = hear(channel, (said) => (said.tipo === 'estoy' && said.a === me ? said.de : undefined), ms);
  channel.postMessage({ tipo: 'busco', de: me } satisfies Message);
  return found;
}

/** Asks another tab for a one-time entry; undefined when it gives none within `ms`. */
export function askTab(channel: Channel, me: string, other: string, ms: number): Promise<string | undefined> {
  const entry = hear(channel, (said) => (said.tipo === 'entrada' && said.a === me ? said.entrada : undefined), ms);
  channel.postMessage({ tipo: 'pido', de: me, a: other } satisfies Message);
  return entry;
}
